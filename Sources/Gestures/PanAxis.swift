internal import InputModel

/// Which movements a pan follows; the others neither start it nor count.
public enum PanAxis: Hashable, Sendable {
  case both
  case horizontal
  case vertical

  func part(of step: Vector) -> Vector {
    switch self {
    case .both: step
    case .horizontal: Vector(dx: step.dx, dy: 0)
    case .vertical: Vector(dx: 0, dy: step.dy)
    }
  }
}
