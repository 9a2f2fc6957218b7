import PropertyInjection

// Types that many tests use.

/// Open, because a class of a package has no subclasses in other modules.
open class Service: @unchecked Sendable {
  // Unchecked: nothing in it changes.

  /// Makes one.
  public init() {}
}
package final class SpecialService: Service, @unchecked Sendable {}

/// Makes a service, and counts that.
package func counted(_ calls: Counter) -> Service {
  calls.increment()
  return Service()
}

package protocol Clock: Sendable {
  var now: Int { get }
}
package struct StoppedClock: Clock, Equatable {
  package var now: Int
  package init(now: Int = 12) { self.now = now }
}
package final class ClassClock: Clock {
  package let now = 24
  package init() {}
}

extension InjectionKey where Value == any Clock {
  package static var clock: Self { "clock" }
}

extension InjectionKey where Value == Int {
  package static var volume: Self { "volume" }
}

package final class Radio {
  package let number: Int
  @Injected package var volume: Int?
  package var atTheEnd: (Int?) -> Void = { _ in }

  package init(number: Int = 0) { self.number = number }

  deinit { atTheEnd(volume) }
}

package final class Player {
  package var service: Service?
  package var clock: (any Clock)?
  package var number: Int?
  package init() {}
}

/// Has a hook in another module.
package final class Guest {
  package var number: Int?
  package var calls = 0
  package init() {}
}

package struct Form {
  package var number: Int?
  package init(number: Int? = nil) { self.number = number }
}

package struct Address: Sendable {
  package enum Missing: Error { case street }

  package let street: String
  package init(street: String) { self.street = street }
  package init?(notEmpty street: String) {
    if street.isEmpty { return nil }
    self.street = street
  }
  package init(throwing street: String) throws {
    if street.isEmpty { throw Missing.street }
    self.street = street
  }
  package static func on(street: String) -> Address { Address(street: "on \(street)") }
}
