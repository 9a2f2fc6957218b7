import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What `explain` says of each property, and what it leaves alone.
@Suite struct ExplanationTests {
  @Test func theTableShowsEachPropertyAndWhatFillsIt() {
    let injector = makeInjector()
    let desk = Desk()
    desk.service = Service()
    expectGolden(injector.explain(desk).description)
  }

  @Test func theSameAsData() throws {
    let injector = makeInjector()
    let explanation = injector.explain(Desk())
    #expect(ObjectIdentifier(explanation.type) == ObjectIdentifier(Desk.self))
    let clock = try #require(explanation.properties.first { $0.name == "clock" })
    #expect(clock.point.declaringType == Desk.self && "\(clock.point.valueType)" == "Clock")
    #expect(clock.location?.line == 12 && clock.state == .isNil && clock.outcome == .filled)
    #expect(clock.aliases.map(\.name) == ["clock"] && clock.point.binding?.name == "watch")
    #expect(clock.scope == nil && clock.layer == 0 && clock.issue == nil)
    let text = try #require(explanation.properties.first { $0.name == "text" })
    #expect(
      text.outcome == .staysNil && text.issue?.kindName == .unknownName && text.point.binding == nil
    )
    let service = try #require(explanation.properties.first { $0.name == "service" })
    #expect(service.scope == ".singleton" && service.location?.line == 11)
  }

  @Test func aTypeIsExplainedWithoutAnObject() {
    let injector = makeInjector()
    let properties = injector.explain(Desk.self).properties
    #expect(properties.map(\.state) == Array(repeating: .notRead, count: 9))
    #expect(properties.first { $0.name == "service" }?.outcome == .filled)
    // What a mark asks for is not known without an object.
    #expect(properties.first { $0.name == "made" }?.outcome == .unverified)
    injector.injectDependencies(to: Desk())
    let known = injector.explain(Desk.self).properties
    #expect(known.first { $0.name == "made" }?.outcome == .filled)
    #expect(known.first { $0.name == "late" }?.point.kind == .lazy)
  }

  @Test func nothingOfTheProgramRunsAndNothingChanges() {
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("value") { () -> Int in
        calls.increment()
        return 1
      }
      registry.declare("value", \Talking.value)
      registry.declare("computed", \Talking.computed)
    }
    let object = Talking(calls)
    let properties = injector.explain(object).properties
    #expect(properties.map(\.state) == [.isNil, .notRead])
    #expect("\(injector.explain(object))".hasPrefix("Talking\n"))
    #expect(calls.count == 0 && object.stored == nil)
  }

  @Test func aBindingOfADerivedInjectorNamesItsLayer() {
    let derived = makeInjector().overriding {
      $0.register("service", instance: Service(), fileID: "App/Tests.swift", line: 1)
    }
    let service = derived.explain(Desk()).properties.first { $0.name == "service" }
    #expect(service?.layer == 1)
    #expect(
      derived.explain(Desk()).description.contains(
        "\"service\": Service (App/Tests.swift:1), layer 1"))
  }

  @Test func structsInheritedAndStaticPropertiesAreExplained() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("number", instance: 7)
      registry.declare("number", \Sheet.number)
      registry.declare("number", \Base.number)
    }
    #expect(injector.explain(Sheet(number: 1)).properties.map(\.state) == [.isSet])
    #expect(injector.explain(Sheet()).properties.map(\.state) == [.isNil])
    let inherited = injector.explain(Derived()).properties
    #expect(
      inherited.map(\.name) == ["number"] && inherited.first?.point.declaringType == Base.self)
    #expect(inherited.first?.point.ownerType == Derived.self)
    #expect("\(injector.explain(Derived() as Base).type)" == "Derived")
  }

  @Test func aFactoryThatHasGivenNilIsTold() {
    let isThere = Locked(false)
    let injector = PropertyInjector { registry in
      registry.register("number") { () -> Int? in isThere.withLock { $0 } ? 1 : nil }
      registry.declare("number", \Sheet.number)
    }
    #expect(injector.explain(Sheet.self).properties.map(\.outcome) == [.filled])
    var sheet = Sheet()
    injector.injectDependencies(to: &sheet)
    let explanation = injector.explain(sheet)
    #expect(explanation.properties.map(\.outcome) == [.gaveNil])
    #expect(explanation.properties.allSatisfy { $0.issue == nil && $0.state == .isNil })
    #expect(
      explanation.description.hasSuffix("ExplanationTests.swift:\(#line - 9)); it has given nil"))
    isThere.withLock { $0 = true }
    injector.injectDependencies(to: &sheet)
    #expect(injector.explain(sheet).description.hasSuffix("set  nothing: it is set"))
  }

  @Test func aTypeWithNothingToFillSaysSo() {
    let injector = makeInjector()
    #expect(injector.explain(7).description == "Int: no property is declared or marked.")
    #expect(injector.explain(Service.self).properties.isEmpty)
    #expect(injector.explain(Optional<Desk>.none as Any).properties.isEmpty)
    #expect("\(injector.explain(Optional(Desk()) as Any).type)" == "Desk")
  }

  private func makeInjector() -> PropertyInjector {
    let setup: StaticString = "App/Setup.swift"
    return PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("service", in: .singleton, fileID: setup, line: 1) { Service() }
      registry.register("watch", instance: StoppedClock(), fileID: setup, line: 2)
      registry.alias(
        .named("clock", (any Clock).self), to: .named("watch", (any Clock).self), fileID: setup,
        line: 3)
      registry.register("made", instance: 1.5, fileID: setup, line: 4)
      registry.register("late", fileID: setup, line: 5) { Float(2) }
      registry.intercept(InjectionKey<UInt>("level"), fileID: setup, line: 6, get: { _ in 3 })
      registry.register("spare", instance: Character("s"), fileID: setup, line: 7)
      registry.registerNil(.named("number", Int.self), fileID: setup, line: 8)
      registry.declare("service", \Desk.service, fileID: setup, line: 11)
      registry.declare("clock", \Desk.clock, fileID: setup, line: 12)
      registry.declare("number", \Desk.number)
      registry.declare("text", \Desk.text)
      registry.declare("computed", \Desk.computed)
    }
  }
}

private final class Desk {
  var service: Service?
  var clock: (any Clock)?
  var number: Int?
  var text: String?
  @Injected var made: Double?
  @Injected(lazy: true) var late: Float?
  @Injected var level: UInt?
  var spare: Character?

  var computed: Int? {
    get { number }
    set { number = newValue }
  }
}

private final class Talking: CustomStringConvertible {
  var stored: Int?
  private let calls: Counter

  var value: Int? {
    didSet { calls.increment() }
  }

  var computed: Int? {
    get {
      calls.increment()
      return stored
    }
    set { stored = newValue }
  }

  var description: String {
    calls.increment()
    return "talk"
  }

  init(_ calls: Counter) { self.calls = calls }
}

private struct Sheet {
  var number: Int?
}

private class Base {
  var number: Int?
}

private final class Derived: Base {}
