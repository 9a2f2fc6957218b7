import PropertyInjection
import TestSupport
import Testing

/// What is learnt of a type, and objects that are odd to look at.
@Suite struct ReflectionTests {
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

  private final class Unknown {}
  @Test func aTypeForWhichNothingIsDeclaredIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    injector.injectDependencies(to: Unknown())
    injector.injectDependencies(to: Unknown())
    #expect(log.kinds == [.nothingDeclared])
    #expect(log.issues.first?.ownerType == Unknown.self)
  }

  @Test("Rule 13: nothing is read that is neither declared nor marked")
  func nothingIsReadThatIsNeitherDeclaredNorMarked() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Dangling.number)
    }
    let dangling = Dangling()
    dangling.makeItDangle()
    // Reading what dangles would end the process.
    #expect(injector.injectDependencies(to: dangling).injected == ["number"])
    #expect(dangling.number == 1)
  }

  @Test func besideWhatDanglesMarkedPropertiesAreFound() {
    final class Derived: Dangling { @Injected("number") var another: Int? }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Dangling.number)
    }
    let derived = Derived()
    derived.makeItDangle()
    #expect(injector.injectDependencies(to: derived).injected == ["number", "another"])
    let other = Derived()
    other.makeItDangle()
    #expect(injector.injectDependencies(to: other).injected == ["number", "another"])
  }

  @Test func whatATypeShowsOfItselfDoesNotMatter() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("marked", instance: 2)
      registry.register("invented", instance: 3)
      registry.declare("number", \Lying.number)
    }
    for children in Lying.lies {
      let lying = Lying(children)
      #expect(injector.injectDependencies(to: lying).injected == ["number", "marked"])
      #expect(lying.number == 1 && lying.marked == 2)
      #expect(lying.asked == 0)
    }
  }

  @Test func aMirrorWithAncestorsWithoutEndIsNotAskedFor() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Endless.number)
    }
    #expect(injector.injectDependencies(to: Endless()).injected == ["number"])
  }

  private final class MarkedNumber { @Injected var number: Int? }
  @Test func aMirrorOfAnotherObjectIsNotFollowed() {
    let other = MarkedNumber()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", instance: 1)
    }
    injector.injectDependencies(to: Posing(as: other))
    #expect(other.number == nil)
    injector.injectDependencies(to: other)
    #expect(other.number == 1)
  }

  @Test func aWrapperInAVariableOfAnotherTypeIsNoMark() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("thing", instance: Service())
      registry.register("content", instance: Service())
    }
    let wrapper = Injected<Service>()
    let holder = Holder()
    holder._thing = wrapper
    holder.content = wrapper
    #expect(!injector.injectDependencies(to: holder).didInject)
    #expect(wrapper.wrappedValue == nil)
    #expect(injector.instance(for: "thing") as Service? != nil)
  }

  @Test func aSuperclassesLazyVarIsNotMistakenForTheProperty() {
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
      class func declareProperties(in registry: inout Registry) {
        registry.declare("number", \Base.number)
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

private protocol Numbered { var number: Int? { get set } }

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

/// Shows another object as itself.
final class Posing: CustomReflectable {
  private let other: AnyObject
  init(as other: AnyObject) { self.other = other }
  var customMirror: Mirror { Mirror(reflecting: other) }
}

/// Shows whatever it is told to, and counts how often it is asked.
final class Lying: CustomReflectable {
  @Injected var marked: Int?
  var number: Int?
  private(set) var asked = 0
  private let children: (Injected<Int>) -> [Mirror.Child]

  init(_ children: @escaping (Injected<Int>) -> [Mirror.Child]) { self.children = children }

  var customMirror: Mirror {
    asked += 1
    return Mirror(self, children: children(_marked))
  }

  static let lies: [@Sendable (Injected<Int>) -> [Mirror.Child]] = [
    { _ in [] },
    { _ in [(label: nil, value: 1)] },
    { _ in [(label: "number", value: "x"), (label: "number", value: nil as Int? as Any)] },
    { _ in [(label: "invented", value: 2)] },
    { _ in [(label: "", value: nil as Int? as Any), (label: "_", value: 1)] },
    { _ in [(label: "$__lazy_storage_$_", value: nil as Int? as Any)] },
    { [(label: "_other", value: $0)] },
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
  class func declareProperties(in registry: inout Registry) {
    registry.declare("number", \PrivateBase.number)
  }
}
final class PrivateDerived: PrivateBase {
  private var number: Int?
  var ofDerived: Int? { number }
  override class func declareProperties(in registry: inout Registry) {
    super.declareProperties(in: &registry)
    registry.declare("ownNumber", \PrivateDerived.number, from: "number")
  }
}
