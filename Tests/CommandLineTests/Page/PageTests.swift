import Testing

/// What a person sees: the real daemon, the real panel, and a real browser, of which values are read as it computes them.
@Suite("The page in a browser", .serialized, .ownThread, .needs("chromedriver"), .chromium) enum PageTests {}
