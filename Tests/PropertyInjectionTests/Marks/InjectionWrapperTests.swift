import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Wrappers of a program's own, which store a mark.
@Suite struct InjectionWrapperTests {
  private let log = IssueLog()
  private var injector: PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("clock", instance: StoppedClock())
      registry.register("number", instance: 1)
      registry.register("late") { 2 }
      registry.register(.type(Service.self), instance: Service())
    }
  }

  private final class Player {
    @Required var clock: any Clock
    @Injected(.byType) var service: Service?
  }

  @Test func oneForPropertiesThatAreNotOptionalIsFilled() {
    let injector = injector
    for _ in 0..<2 {
      let player = Player()
      #expect(injector.injectDependencies(to: player).injected == ["clock", "service"])
      #expect(player.clock.now == 12)
      #expect(!injector.injectDependencies(to: player).didInject)
    }
    #expect(log.issues.isEmpty)
  }

  private struct Form {
    @Required var clock: any Clock
    @Named var number: Int?
    @Late var late: Int?
  }

  @Test func inAStructAsWell() {
    var form = Form()
    #expect(injector.injectDependencies(to: &form).injected == ["clock", "number", "late"])
    #expect(form.clock.now == 12 && form.number == 1 && form.late == 2)
    form.number = 5
    #expect(form.number == 5 && log.issues.isEmpty)
  }

  @Test func oneThatIsNotGenericAndStoresMoreIsFilled() {
    final class Owner { @Counted var number: Int? }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    #expect(owner.number == 1 && log.issues.isEmpty)
  }

  @Test func aLazyOneIsMadeAtTheFirstReadAndMadePlain() {
    final class Owner {
      @Late var late: Int?
      @Late var later: Int?
    }
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for name in ["late", "later"] {
        registry.register(.named(name, Int.self)) { () -> Int? in
          calls.increment()
          return calls.count
        }
      }
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["late", "later"])
    #expect(calls.count == 0 && owner.late == 1 && owner.late == 1)
    #expect(injector.removeAccessors(of: owner) == ["late", "later"])
    #expect(owner.late == 1 && owner.later == nil && calls.count == 1)
    owner.late = nil
    #expect(owner.late == nil && log.issues.isEmpty)
  }

  @Test func accessorsAreItsMarks() {
    final class Owner { @Named var number: Int? }
    let injector = PropertyInjector(reportingTo: log) {
      $0.intercept(.named("number", Int.self), get: { ($0.storedValue ?? 0) + 1 })
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    owner.number = 4
    #expect(owner.number == 5)
  }

  @Test func checksKnowIt() throws {
    final class Owner {
      @Named var number: Int?
      @Named var missing: Int?
      @Late var late: Int?
      init() {}
    }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("late") { 2 }
      registry.register(.type(Owner.self), .initializer(Owner.init))
    }
    let early = injector.explain(Owner.self).properties
    #expect(early.map(\.name) == ["number", "missing", "late"])
    #expect(early.allSatisfy { $0.point.valueType == Int.self && $0.point.kind == .marked })
    injector.injectDependencies(to: Owner())
    let explained = injector.explain(Owner()).properties
    #expect(explained.map(\.outcome) == [.filled, .staysNil, .filled])
    #expect(explained.map(\.point.kind) == [.marked, .marked, .lazy])
    #expect(explained.map(\.state) == [.isNil, .isNil, .isNil])
    #expect(
      injector.validate(including: Owner.self).findings.contains { $0.issue.name == "missing" })
    let graph = injector.graph().dot
    #expect(graph.contains("number") && graph.contains("late"))
  }

  @Test func aWrapperWithoutTheProtocolIsReportedOnceForItsOwnersType() {
    final class Owner {
      @Unadopted var number: Int?
      @Injected("number") var other: Int?
    }
    let injector = injector
    for _ in 0..<2 {
      let owner = Owner()
      #expect(injector.injectDependencies(to: owner).injected == ["other"])
      #expect(owner.number == nil)
    }
    let lines = log.texts.flatMap { $0.split(separator: "\n") }
    #expect(
      lines.first == """
        Owner.number is left alone: it is stored as Unadopted<Int>, and the injector does not reach the \
        mark in it, @Injected.
        """)
    #expect(
      lines.last == """
          to fix         if Unadopted<Int> is a property wrapper, let it adopt InjectionWrapper, or take \
        it off; if not, inject it itself, or store it under a name without an underscore.
        """)
    #expect(log.kinds == [.hiddenMark])
    let findings = injector.validate(including: Owner()).findings.filter { $0.severity > .note }
    #expect(findings.map(\.severity) == [.warning] && findings.map(\.issue.kindName) == log.kinds)
  }

  @Test func ofTwoMarksTheNamedOneIsFilled() {
    final class Owner { @Twofold var number: Int? }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    #expect(owner.number == 1 && owner.$number == nil && log.issues.isEmpty)
  }

  @Test func aWrapperAroundAMarkIsReported() {
    final class Owner {
      @Boxed @Injected var boxed: Int?
      @Traced @Injected var number: Int?
      @Traced @Traced @Injected var late: Int?
      @Nested var nested: Int?
      @Injected("number") var other: Int?
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["other"])
    #expect(owner.number == nil && owner.late == nil && owner.nested == nil)
    #expect(log.issues.compactMap(\.name) == ["boxed", "number", "late", "nested"])
    #expect(log.issues.allSatisfy { $0.kindName == .hiddenMark })
  }

  @Test func aWrapperAroundAMarkMayBeAClass() {
    final class Owner {
      @Shared @Injected var number: Int?
    }
    injector.injectDependencies(to: Owner())
    #expect(log.issues.compactMap(\.name) == ["number"])
    #expect(log.kinds == [.hiddenMark])
  }

  @Test func thoseOfOtherLibrariesAreLeftAlone() {
    final class Owner {
      @Other.LazyInjected var number: Int?
      @Other.Injected var late: Int?
      @Injected("number") var own: Int?
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["own"])
    #expect(owner.number == nil && log.issues.isEmpty)
    #expect(injector.validate(including: Owner()).findings.allSatisfy { $0.severity == .note })
  }

  @Test func aStructWithMarksOfItsOwnThatIsStoredLikeAWrapperIsReported() {
    struct Form { @Injected var number: Int? }
    final class Owner {
      // swift-format-ignore: NoLeadingUnderscores
      var _form = Form()
      @Injected var number: Int?
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    #expect(owner._form.number == nil && log.kinds == [.hiddenMark])
  }

  @Test func oneThatBelongsToNoActorIsFoundOnEach() async {
    final class Owner { @Named var number: Int? }
    let injector = injector
    let number = await MainActor.run {
      let owner = Owner()
      injector.injectDependencies(to: owner)
      return owner.number
    }
    #expect(number == 1 && log.issues.isEmpty)
  }

  @Test func aPlainObjectWithAMarkIsNoWrapper() {
    final class Inner { @Injected var number: Int? }
    final class Owner {
      // swift-format-ignore: NoLeadingUnderscores
      var _inner = Inner()
      @Injected var number: Int?
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    #expect(owner._inner.number == nil && log.issues.isEmpty)
  }
}

/// Gives a value that is there once its owner has been injected.
@propertyWrapper private struct Required<Value>: InjectionWrapper {
  @Injected(.byType) private var value: Value?

  static var mark: KeyPath<Self, Injected<Value>> { \._value }

  var wrappedValue: Value {
    guard let value else { preconditionFailure("not injected yet") }
    return value
  }
}

/// Asks for the name of the property that it wraps.
@propertyWrapper private struct Named<Value>: InjectionWrapper {
  @Injected private var value: Value?

  static var mark: KeyPath<Self, Injected<Value>> { \._value }

  var wrappedValue: Value? {
    get { value }
    set { value = newValue }
  }

  init(wrappedValue: Value? = nil) { value = wrappedValue }
}

@propertyWrapper private struct Late<Value>: InjectionWrapper {
  private let limit = 0
  @Injected(lazy: true) private var value: Value?

  static var mark: KeyPath<Self, Injected<Value>> { \._value }

  var wrappedValue: Value? {
    get { value }
    set { value = newValue }
  }
}

/// Shows itself in its own way, which an injection does not ask for.
@propertyWrapper private struct Counted: InjectionWrapper, CustomReflectable {
  private var history = ["a", "b"]
  @Injected private var value: Int?

  static var mark: KeyPath<Self, Injected<Int>> { \._value }

  var wrappedValue: Int? { value }
  var customMirror: Mirror { preconditionFailure("shown") }
}

@propertyWrapper private struct Unadopted<Value> {
  @Injected private var value: Value?
  var wrappedValue: Value? { value }
}

@propertyWrapper private struct Twofold<Value>: InjectionWrapper {
  @Injected(.byType) private var other: Value?
  @Injected private var value: Value?

  static var mark: KeyPath<Self, Injected<Value>> { \._value }

  var wrappedValue: Value? { value }
  var projectedValue: Value? { other }
}

/// Stores a wrapper that names its mark.
@propertyWrapper private struct Nested<Value> {
  @Named private var value: Value?
  var wrappedValue: Value? { value }
}

/// Stores what it wraps.
@propertyWrapper private struct Traced<Value> {
  private var reads = 0
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Keeps what it wraps; a class.
@propertyWrapper private final class Shared<Value> {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Another library, whose wrappers have such names.
private enum Other {
  @propertyWrapper struct Injected<Value> {
    var wrappedValue: Value?
    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
  }

  @propertyWrapper final class LazyInjected<Value> {
    var wrappedValue: Value?
    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
  }
}
