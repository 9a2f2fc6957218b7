import PropertyInjection
import TestSupport

// What the checked configurations register and declare.
extension ValidationTests {
  enum TypeNames {
    static func of(_ type: Any.Type?) -> String { type.map { "\($0)" } ?? "nil" }
  }

  final class Store: Sendable {}

  struct Fuel: Sendable {}

  struct Engine: Sendable {
    init(fuel: Fuel) {}
  }

  struct Car: Sendable {
    init(engine: Engine?) {}
  }

  struct Lamp: Constructible, Sendable {
    init(fuel: Fuel) {}

    static var provider: Provider<Lamp> {
      .initializer(Lamp.init(fuel:))
    }
  }

  struct Garage: Sendable {
    init(lamp: Lamp) {}
  }

  struct Egg: Sendable {
    init(hen: Hen) {}
  }

  final class Hen: Sendable {
    init(egg: Egg) {}
  }

  class Board {
    var clock: (any Clock)?
    var store: Store?
    var title: String?
    var engine: Engine?
    var garage: Garage?
    lazy var late: Store? = nil
  }

  final class DerivedBoard: Board {}

  struct Byline {
    var note: String?
  }

  struct Masthead {
    var title: String?
    var subtitle: String?
    var text: String?
    var number: Int?
    var byline = Byline(note: nil)

    var computed: String? {
      get { nil }
      set { text = newValue }
    }

    var observed: String? {
      didSet { text = observed }
    }
  }

  class Base {
    private var log: String?

    static func declare(in registry: inout Registry, fileID: StaticString, line: UInt) {
      registry.declare("log", \Base.log, fileID: fileID, line: line)
    }
  }

  final class Derived: Base {
    private var log: String?

    static func declareOwn(in registry: inout Registry, fileID: StaticString, line: UInt) {
      registry.declare("log", \Derived.log, fileID: fileID, line: line)
    }
  }
}
