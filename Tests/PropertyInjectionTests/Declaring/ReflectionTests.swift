import PropertyInjection
import Testing

/// What the walk finds, and objects that are odd to walk.
@Suite struct ReflectionTests {
  @Test func aMirrorThatChangesItsOrderDoesNotMixPropertiesUp() {
    let injector = PropertyInjector { registry in
      registry.register("one", instance: "1")
      registry.register("two", instance: "2")
    }
    let first = Turning()
    injector.injectDependencies(to: first)
    #expect(first.one == "1" && first.two == "2")
    let second = Turning()
    second.turn()
    injector.injectDependencies(to: second)
    #expect(second.one == nil && second.two == nil, "they are not where they were")
  }

  @Test func anUndeclaredNilPropertyWithAFittingBindingIsReported() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("clock", instance: "of another type")
      registry.declare("service", \Player.service)
      registry.register("service", instance: Service())
    }
    let player = Player()
    injector.injectDependencies(to: player)
    injector.injectDependencies(to: Player())
    #expect(player.number == nil)
    let issue = try #require(log.issues.first)
    #expect(log.kinds == [.undeclaredProperty])
    #expect(issue.name == "number" && issue.ownerType == Player.self)
  }

  @Test func aTypeForWhichNothingIsDeclaredIsReported() {
    final class Unknown {}
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    injector.injectDependencies(to: Unknown())
    injector.injectDependencies(to: Unknown())
    #expect(log.kinds == [.nothingDeclared])
    #expect(log.issues.first?.ownerType == Unknown.self)
  }

  @Test func aTypeSetApartIsNotWalkedAndFilledAllTheSame() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Dangling.number)
      registry.doNotReflect(Dangling.self)
    }
    let dangling = Dangling()
    dangling.makeItDangle()
    // Walking it would end the process.
    #expect(injector.injectDependencies(to: dangling).injected == ["number"])
    #expect(dangling.number == 1)
  }

  @Test func theLevelOfASuperclassSetApartIsLeftOut() {
    final class Derived: Dangling { @Injected("number") var another: Int? }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Dangling.number)
      registry.doNotReflect(Dangling.self)
    }
    let derived = Derived()
    derived.makeItDangle()
    #expect(injector.injectDependencies(to: derived).injected == ["number", "another"])
  }

  @Test func aMirrorOfTheTypesOwnMakingDoesNoHarm() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("invented", instance: 2)
      registry.declare("number", \Lying.number)
    }
    for children in Lying.lies {
      let lying = Lying(children)
      #expect(injector.injectDependencies(to: lying).injected == ["number"])
      #expect(lying.number == 1)
      #expect(lying.marked == nil)
    }
  }

  @Test func aMirrorWithAncestorsWithoutEndDoesNoHarm() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Endless.number)
    }
    #expect(injector.injectDependencies(to: Endless()).injected == ["number"])
  }

  @Test func aMarkedPropertyThatAMirrorShowsOnlyTheFirstTimeStaysNil() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("marked", instance: 1)
    }
    let shown = Lying { [(label: "_marked", value: $0)] }
    let hidden = Lying { _ in [] }
    let other = Lying { _ in [(label: "_marked", value: 17)] }
    #expect(injector.injectDependencies(to: shown).didInject)
    #expect(!injector.injectDependencies(to: hidden).didInject)
    #expect(!injector.injectDependencies(to: other).didInject)
    #expect(shown.marked == 1 && hidden.marked == nil && other.marked == nil)
  }

  @Test func aWrapperOfAnotherTypeAtTheSamePlaceIsLeftAlone() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("thing", instance: Service())
      registry.register("content", instance: "a string")
    }
    for wrapper in [Injected<Service>() as Any, Injected<StoppedClock>(), Injected<Int8>()] {
      let holder = Holder()
      holder._thing = wrapper
      holder.content = wrapper
      injector.injectDependencies(to: holder)
      #expect((holder._thing as? Injected<StoppedClock>)?.wrappedValue == nil)
      #expect((holder._thing as? Injected<Int8>)?.wrappedValue == nil)
      #expect((holder.content as? Injected<Int8>)?.wrappedValue == nil)
    }
  }

  @Test func aMirrorOfAnotherObjectIsNotFollowed() {
    let other = MarkedNumber()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", instance: 1)
    }
    injector.injectDependencies(to: Posing(as: other))
    #expect(other.number == nil)
  }

  @Test func aLazyVarOfAnotherClassInTheHierarchyIsNotMistakenForTheProperty() {
    class Base {
      private lazy var number: Int? = 3
      func start() { _ = number }
    }
    final class Derived: Base { var number: Int? }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Derived.number)
    }
    #expect(injector.injectDependencies(to: Derived()).injected == ["number"])
  }

  @Test func twoPrivatePropertiesOfOneNameAreDeclaredUnderTwoNames() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare(PrivateBase.self)
      registry.declare(PrivateDerived.self)
    }
    let derived = PrivateDerived()
    injector.injectDependencies(to: derived)
    #expect(derived.ofBase == 1 && derived.ofDerived == 1)
  }

  @Test func aListThatASubclassInheritsIsDeclaredOnce() {
    class Base: Injectable {
      var number: Int?
      class var injectableProperties: [InjectableProperty] {
        [InjectableProperty("number", \Base.number)]
      }
    }
    final class Derived: Base {}
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare(Base.self)
      registry.declare(Derived.self)
    }
    #expect(injector.injectDependencies(to: Derived()).injected == ["number"])
    #expect(log.issues.isEmpty)
  }

  @Test func aKeyPathMadeInGenericCodeNamesTheSameProperty() {
    class Base { var number: Int? }
    final class Derived: Base {}
    func declare<Subject: Base>(_: Subject.Type, _ registry: inout Registry) {
      registry.declare("number", \Subject.number)
    }
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("number") { () -> Int? in
        calls.increment()
        return 1
      }
      declare(Base.self, &registry)
      declare(Derived.self, &registry)
    }
    #expect(injector.injectDependencies(to: Derived()).injected == ["number"])
    #expect(calls.count == 1)
  }

  @Test func aKeyPathThatStartsAtAProtocolIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \(any Numbered).number)
    }
    var form = Form()
    #expect(!injector.injectDependencies(to: &form).didInject)
    #expect(log.kinds.first == .declaredForProtocol)
  }
}

class Dangling {
  final class Other {}
  unowned var other: Other
  private var holder: Other?
  var number: Int?

  init() {
    let other = Other()
    holder = other
    self.other = other
  }

  func makeItDangle() { holder = nil }
}

final class Holder {
  // swift-format-ignore: NoLeadingUnderscores
  var _thing: Any = 0
  var content: Any = 0
}

/// Shows its properties in another order the second time.
final class Turning: CustomReflectable {
  @Injected var one: String?
  @Injected var two: String?
  private var isTurned = false

  func turn() { isTurned = true }

  var customMirror: Mirror {
    let children: [Mirror.Child] = [("_one", _one), ("_two", _two)]
    return Mirror(self, children: isTurned ? children.reversed() : children)
  }
}

/// Shows another object as itself.
final class Posing: CustomReflectable {
  private let other: AnyObject
  init(as other: AnyObject) { self.other = other }
  var customMirror: Mirror { Mirror(reflecting: other) }
}

/// Shows whatever it is told to.
final class Lying: CustomReflectable {
  @Injected var marked: Int?
  var number: Int?
  private let children: (Injected<Int>) -> [Mirror.Child]

  init(_ children: @escaping (Injected<Int>) -> [Mirror.Child]) { self.children = children }

  var customMirror: Mirror { Mirror(self, children: children(_marked)) }

  static let lies: [@Sendable (Injected<Int>) -> [Mirror.Child]] = [
    { _ in [] },
    { _ in [(label: nil, value: 1)] },
    { _ in [(label: "number", value: "x"), (label: "number", value: nil as Int? as Any)] },
    { _ in [(label: "invented", value: 2)] },
    { _ in [(label: "", value: nil as Int? as Any), (label: "_", value: 1)] },
    { _ in [(label: "$__lazy_storage_$_", value: nil as Int? as Any)] },
  ]
}

final class Endless: CustomReflectable {
  var number: Int?
  var customMirror: Mirror {
    Mirror(
      self, children: [:], displayStyle: .class,
      ancestorRepresentation: .customized { Endless().customMirror })
  }
}

class PrivateBase: Injectable {
  private var number: Int?
  var ofBase: Int? { number }
  class var injectableProperties: [InjectableProperty] {
    [InjectableProperty("number", \PrivateBase.number)]
  }
}
final class PrivateDerived: PrivateBase {
  private var number: Int?
  var ofDerived: Int? { number }
  override class var injectableProperties: [InjectableProperty] {
    [InjectableProperty("ownNumber", \PrivateDerived.number, from: "number")]
  }
}
