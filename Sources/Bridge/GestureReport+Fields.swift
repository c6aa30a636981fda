import Controls
import Gestures
import InputModel

extension GestureReport {
  /// What it says, in the order of the documentation: lengths in mm, speeds in mm/s, angles in degrees.
  var fields: [EventField] {
    [
      EventField("device", .text(device)), EventField("zone", .text(zone)),
      EventField("gesture", .text(gesture.name)), EventField("phase", .text(gesture.phase.name)),
      EventField("fingers", .number(Int64(gesture.contacts))), EventField("x", .decimal(gesture.focus.x)),
      EventField("y", .decimal(gesture.focus.y)),
    ] + gesture.values.fields
  }
}

extension GestureEvent {
  /// The word in the event stream: "swipe-left" says where it goes.
  var name: String {
    guard case .swipe(let direction, _) = values else { return GestureSettings.Pattern(kind).name }
    return GestureSettings.Pattern(.swipe, direction: direction).name
  }
}

extension GestureEvent.Phase {
  var name: String {
    switch self {
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

extension GestureEvent.Values {
  fileprivate var fields: [EventField] {
    switch self {
    case .tap, .doubleTap, .longPress: []
    case .pan(let translation, let step, let velocity):
      [
        EventField("dx", .decimal(translation.dx)), EventField("dy", .decimal(translation.dy)),
        EventField("step_x", .decimal(step.dx)), EventField("step_y", .decimal(step.dy)),
      ] + velocity.fields
    case .pinch(let scale, let step): [EventField("scale", .decimal(scale)), EventField("step", .decimal(step))]
    case .rotation(let angle, let step):
      [EventField("angle", .decimal(degrees(angle))), EventField("step", .decimal(degrees(step)))]
    case .swipe(_, let velocity): velocity.fields
    }
  }
}

extension Vector {
  /// As a velocity.
  fileprivate var fields: [EventField] { [EventField("vx", .decimal(dx)), EventField("vy", .decimal(dy))] }
}

extension TransformControl.Placement {
  /// The matrix, and what it is made of.
  var fields: [EventField] {
    [
      EventField("a", .decimal(matrix.a)), EventField("b", .decimal(matrix.b)), EventField("c", .decimal(matrix.c)),
      EventField("d", .decimal(matrix.d)), EventField("e", .decimal(matrix.e)), EventField("f", .decimal(matrix.f)),
      EventField("dx", .decimal(translation.dx)), EventField("dy", .decimal(translation.dy)),
      EventField("scale", .decimal(scale)), EventField("angle", .decimal(degrees(rotation))),
    ]
  }
}

private func degrees(_ angle: Radians) -> Double { angle * 180 / .pi }
