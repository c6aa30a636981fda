public struct RecordButton: Sendable {}
