protocol Clock: Sendable {
  var now: String { get }
}

/// Stands still, so that the program always prints the same.
struct StationClock: Clock {
  let now = "08:02"
}
