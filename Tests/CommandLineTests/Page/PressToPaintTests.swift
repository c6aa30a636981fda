import Foundation
import Testing

extension PageTests {
  /// How long it takes from a press until it is seen: `make bench` measures (`EVBRIDGE_BENCH_PRESSES`), `make test` sees
  /// that it can.
  ///
  /// From the stamp of the press, which is `mono_us` of its event and CLOCK_MONOTONIC, until the browser has presented the
  /// frame that is the first with the pressed look. Between them lie all that a press goes through but the kernel: the
  /// daemon's loop, its socket, the panel, the event stream, the page, and the browser's drawing.
  ///
  /// - The frame: in the very frame in which the page draws the look, a mark is added to it that was not there before.
  ///   Element Timing tells when that mark was presented for the first time, and so the frame.
  /// - One clock: the page's clock is Chromium's monotonic one since the navigation began. Chromium says when that was
  ///   (`NavigationStart`); that this is CLOCK_MONOTONIC as well is looked at in the same run, by reading the page's clock
  ///   between two readings of ours.
  @Suite("From a press to its paint") struct PressToPaint {
    private static let wanted = ProcessInfo.processInfo.environment["EVBRIDGE_BENCH_PRESSES"].flatMap(Int.init)
    private static let goal = 50.0

    private static let marks = """
      seen.marks = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const mark = seen.marks[Number(entry.identifier)];
          if (mark) mark.paint = entry.presentationTime ?? entry.renderTime;
        }
      }).observe({ type: 'element' });
      let mark;
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (target.dataset?.control !== 'record') continue;
          const isPressed = target.style.getPropertyValue('--press') === '0.3000';
          if (!isPressed) { mark?.remove(); mark = undefined; continue; }
          if (mark) continue;
          const press = seen.events.findLast(({ event }) => event.type === 'press.down').event;
          mark = document.createElement('p');
          mark.setAttribute('elementtiming', seen.marks.length);
          mark.style.cssText = 'position: fixed; left: 0; top: 0; margin: 0; color: white';
          mark.textContent = seen.marks.length;
          document.body.append(mark);
          seen.marks.push({ stamp: press.mono_us / 1000, drawn: document.timeline.currentTime });
        }
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
      """

    private struct Mark: Decodable {
      /// CLOCK_MONOTONIC, in milliseconds.
      var stamp: Double
      /// The page's clock, in milliseconds.
      var drawn: Double
      var paint: Double
    }

    @Test("a press is seen within 50 ms, in the median") func pressToPaint() throws {
      let count = Self.wanted ?? 5
      // 613 ms is no multiple of a frame: a press falls anywhere between two.
      let presses = (0..<(count + 20)).map {
        "at \(1_000 + $0 * 613)ms: one finger at \(Kiosk.place.record) hold 100ms"
      }
      let kiosk = try Kiosk(presses.joined(separator: "\n"), script: Self.marks)
      try kiosk.tab.wait(until: "evbridge.running")
      let origin = try timeOrigin(kiosk)
      for done in stride(from: min(5, count), through: count, by: 5) {
        try kiosk.tab.wait(until: "seen.marks.filter(({ paint }) => paint).length >= \(done)")
      }
      let marks: [Mark] = try kiosk.tab.value("return seen.marks.filter(({ paint }) => paint)")
      try kiosk.end()
      let latencies = marks.prefix(count).map { origin.time + $0.paint - $0.stamp }.sorted()
      #expect(latencies.count == count && marks.allSatisfy { $0.paint >= $0.drawn })
      // Nothing is seen before it is pressed.
      #expect(latencies[0] > -origin.error, "\(latencies)")
      guard Self.wanted != nil else { return }
      func share(_ part: Double) -> String {
        String(format: "%.1f", latencies[min(Int(part * Double(count)), count - 1)])
      }
      print(
        """
        from the stamp of a press to the first paint of its look, in ms, of \(count) presses:
        median \(share(0.5)); least \(share(0)), 10 % \(share(0.1)), 90 % \(share(0.9)), most \(share(1))
        the two clocks agree within \(String(format: "%.1f", origin.error)) ms
        """)
      #expect(latencies[count / 2] < Self.goal)
    }

    /// The zero of the page's clock on CLOCK_MONOTONIC, in milliseconds, and how far off it may be.
    private func timeOrigin(_ kiosk: Kiosk) throws -> (time: Double, error: Double) {
      struct Metrics: Decodable {
        struct Metric: Decodable {
          var name: String
          var value: Double
        }
        var metrics: [Metric]
      }
      try kiosk.tab.devtools("Performance.enable")
      let metrics: Metrics = try kiosk.tab.devtoolsValue("Performance.getMetrics")
      let origin = try #require(metrics.metrics.first { $0.name == "NavigationStart" }).value * 1_000
      var (earliest, latest) = (-Double.infinity, Double.infinity)
      for _ in 0..<50 {
        let before = Self.monotonic()
        let page: Double = try kiosk.tab.value("return performance.now()")
        (earliest, latest) = (max(earliest, before - page), min(latest, Self.monotonic() - page))
      }
      // The page's clock counts in steps of 0.1 ms.
      #expect(earliest - 0.2 < origin && origin < latest + 0.2, "\(earliest) … \(latest), and not \(origin)")
      return (origin, max(origin - earliest, latest - origin, 0.2))
    }

    private static func monotonic() -> Double {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
  }
}
