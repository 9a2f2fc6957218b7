import PropertyInjection

// Types that many tests use.

class Service: @unchecked Sendable {
  // Unchecked: nothing in it changes.
  init() {}
}
final class SpecialService: Service, @unchecked Sendable {}

protocol Clock: Sendable {
  var now: Int { get }
}
struct StoppedClock: Clock, Equatable {
  var now = 12
}
final class ClassClock: Clock {
  let now = 24
}

extension InjectionKey where Value == any Clock {
  static var clock: Self { "clock" }
}

final class Player {
  var service: Service?
  var clock: (any Clock)?
  var number: Int?
}
