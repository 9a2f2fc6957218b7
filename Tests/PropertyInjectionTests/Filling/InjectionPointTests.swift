import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Factories that know for what they make a value, and look-ups that make none.
@Suite struct InjectionPointTests {
  struct Log: Equatable {
    var text: String
    init(for point: InjectionPoint) {
      let owner = point.ownerType.map { "\($0)" } ?? "none"
      let place = point.name ?? point.argumentPosition.map { "argument \($0)" } ?? "look-up"
      text =
        "\(owner).\(place): \(point.valueType) \(point.kind) as \(point.lookedUpName ?? "type")"
    }
  }
  class Base { @Injected var log: Log? }
  final class Derived: Base { @Injected(lazy: true) var other: Log? }
  struct Made { let log: Log }

  let injector = PropertyInjector { registry in
    registry.register("log", .perPoint { _, point in Log(for: point) })
    registry.alias("other", to: .named("log", Log.self))
    registry.register(.type(Made.self), .initializer(Made.init(log:)))
  }

  @Test func aPropertyAnArgumentAndALookUpAreToldApart() {
    let (base, derived) = (Base(), Derived())
    injector.injectDependencies(to: base)
    injector.injectDependencies(to: derived)
    #expect(base.log?.text == "Base.log: Log marked as log")
    #expect(derived.log?.text == "Derived.log: Log marked as log")
    #expect(derived.other?.text == "Derived.other: Log lazy as other")
    #expect(injector.instance(of: Made.self)?.log.text == "Made.argument 1: Log argument as type")
    #expect(
      injector.instance(for: .named("log", Log.self))?.text == "none.look-up: Log lookUp as log")
    #expect(injector.instance(of: Log.self)?.text == "none.look-up: Log lookUp as type")
  }

  final class Kept: @unchecked Sendable { @Injected(lazy: true) var log: Log? }

  @Test func aLazyPropertyOfAKeptValueIsToldAsOne() {
    let injector = PropertyInjector { registry in
      registry.register("log", .perPoint { _, point in Log(for: point) })
      registry.register(.type(Kept.self), in: .singleton) { Kept() }
    }
    #expect(injector.instance(of: Kept.self)?.log?.text == "Kept.log: Log lazy as log")
  }

  @Test func aScopeIsRefused() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("log", in: .singleton, .perPoint { _, point in Log(for: point) })
    }
    #expect(log.kinds == [.scopeOfCalls])
    #expect(injector.validate().findings.map(\.issue.kindName).contains(.scopeOfCalls))
    let (base, derived) = (Base(), Derived())
    injector.injectDependencies(to: base)
    injector.injectDependencies(to: derived)
    #expect(base.log?.text == "Base.log: Log marked as log")
    #expect(derived.log?.text == "Derived.log: Log marked as log")
  }

  @Test func itIsNeverKept() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("log", .perPoint { _, point in Log(for: point) })
      registry.setScope(.unique, for: .named("log", Log.self))
      registry.setScope(.singleton, for: .named("log", Log.self))
    }
    #expect(log.kinds == [.scopeOfCalls])
    #expect(log.texts.first?.hasPrefix("A scope was set for \"log\": Log, whose factory ") == true)
    let base = Base()
    injector.injectDependencies(to: base)
    #expect(base.log?.text == "Base.log: Log marked as log")
    #expect(
      injector.instance(for: .named("log", Log.self))?.text == "none.look-up: Log lookUp as log")
  }

  private struct Own: Constructible {
    static var provider: Provider<Own> {
      .initializer({ Own() })
    }
  }

  @Test func containsMakesAndReportsNothing() {
    let log = IssueLog()
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("made", in: .singleton) { () -> Int in
        calls.increment()
        return 1
      }
      registry.alias("alias", to: .named("made", Int.self))
      registry.alias("nowhere", to: .named("missing", Int.self))
      registry.registerNil(.named("nothing", Int.self))
      registry.register("text", instance: "one")
      registry.register("other", instance: "two")
      registry.intercept(.volume, get: { _ in 5 })
    }
    #expect(injector.contains(.named("made", Int.self)))
    #expect(injector.contains(.named("alias", Int.self)))
    #expect(injector.contains(.type(Own.self)))
    #expect(injector.contains(.named("injector", PropertyInjector.self)))
    #expect(!injector.contains(.named("made", String.self)))
    #expect(!injector.contains(.named("nowhere", Int.self)))
    #expect(!injector.contains(.named("nothing", Int.self)))
    #expect(!injector.contains(.type(String.self)))
    #expect(!injector.contains(.volume))
    #expect(calls.count == 0 && log.texts == [])
    #expect(!PropertyInjector { _ in }.contains(.named("made", Int.self)))
  }
}
