import Foundation
import Observation
import PropertyInjection
import TestSupport
import Testing

/// What kinds of properties are filled, and by what values.
@Suite struct OddPropertiesTests {
  @Test func anImplicitlyUnwrappedOptionalCountsAsAnOptional() {
    final class Owner { var service: Service! }
    let injector = PropertyInjector { registry in
      registry.register("service", instance: Service())
      registry.declare("service", \Owner.service)
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(owner.service != nil)
  }

  @Test func observersRunOnceForAFilledPropertyAndNotForASetOne() {
    class Base {
      var log: [String] = []
      var number: Int? {
        willSet { log.append("willSet \(newValue ?? 0)") }
        didSet { log.append("didSet") }
      }
    }
    final class Derived: Base {
      override var number: Int? {
        didSet { log.append("derived didSet") }
      }
    }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 5)
      registry.declare("number", \Base.number)
    }
    let derived = Derived()
    injector.injectDependencies(to: derived)
    injector.injectDependencies(to: derived)
    #expect(derived.log == ["willSet 5", "didSet", "derived didSet"])
  }

  @Test func aComputedPropertyOfAnExtensionIsFilled() {
    let injector = PropertyInjector { registry in
      registry.register("computed", instance: 9)
      registry.declare("computed", \WithComputed.computed)
    }
    let owner = WithComputed()
    #expect(injector.injectDependencies(to: owner).injected == ["computed"])
    #expect(owner.values == [9])
  }

  @Test func anOverriddenPropertyIsAskedAndWrittenThroughItsOverride() {
    class Base { var number: Int? }
    final class Derived: Base {
      var hidden: Int?
      override var number: Int? {
        get { hidden }
        set { hidden = newValue }
      }
    }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 5)
      registry.declare("number", \Base.number)
    }
    let derived = Derived()
    injector.injectDependencies(to: derived)
    #expect(derived.hidden == 5)
  }

  @Test func existentialsMetatypesAndClosuresAreTypesLikeOthers() {
    final class Owner {
      var both: (any Clock & Marker)?
      var type: (any Marker.Type)?
      var classType: Service.Type?
      var action: (@Sendable () -> Int)?
    }
    let injector = PropertyInjector { registry in
      registry.register("both", instance: MarkedClock())
      registry.register("type", instance: MarkedClock.self as any Marker.Type)
      registry.register("classType", instance: SpecialService.self)
      registry.register("action", instance: { 42 } as @Sendable () -> Int)
      registry.declare("both", \Owner.both)
      registry.declare("type", \Owner.type)
      registry.declare("classType", \Owner.classType)
      registry.declare("action", \Owner.action)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(result.injected == ["both", "type", "classType", "action"])
    #expect(owner.type is MarkedClock.Type)
    #expect(owner.classType == SpecialService.self)
    #expect(owner.action?() == 42)
  }

  @Test func aCompositionRefusesWhatLacksAPart() {
    final class Owner { var both: (any Clock & Marker)? }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("both", instance: StoppedClock())
      registry.declare("both", \Owner.both)
    }
    let result = injector.injectDependencies(to: Owner())
    #expect(result.unfilled.map(\.reasonName) == [.noFittingType])
  }

  @Test func aMetatypePropertyTakesNoInstance() {
    final class Owner {
      var type: (any Marker.Type)?
      var service: Service?
    }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("type", instance: MarkedClock())
      registry.register("service", instance: Service.self)
      registry.declare("type", \Owner.type)
      registry.declare("service", \Owner.service)
    }
    #expect(!injector.injectDependencies(to: Owner()).didInject)
  }

  @Test func nothingIsBridgedBoxedOrConverted() {
    final class Owner {
      var int: Int?
      var bool: Bool?
      var double: Double?
      var number: NSNumber?
      var string: String?
      var nsString: NSString?
      var ints: [Int]?
      var clocks: [any Clock]?
      var dictionary: [String: any Clock]?
      var object: AnyObject?
      var throwing: (() throws -> Void)?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { $0.register("int", instance: NSNumber(value: 1)) }
      registry.unchecked { $0.register("bool", instance: NSNumber(value: true)) }
      registry.register("double", instance: 1)
      registry.register("number", instance: 1)
      registry.unchecked { $0.register("string", instance: NSString("x")) }
      registry.register("nsString", instance: "x")
      registry.register("ints", instance: [String]())
      registry.register("clocks", instance: [StoppedClock()])
      registry.register("dictionary", instance: [String: StoppedClock]())
      registry.register("object", instance: StoppedClock())
      registry.unchecked { $0.register("throwing", instance: {} as () -> Void) }
      registry.declare("int", \Owner.int)
      registry.declare("bool", \Owner.bool)
      registry.declare("double", \Owner.double)
      registry.declare("number", \Owner.number)
      registry.declare("string", \Owner.string)
      registry.declare("nsString", \Owner.nsString)
      registry.declare("ints", \Owner.ints)
      registry.declare("clocks", \Owner.clocks)
      registry.declare("dictionary", \Owner.dictionary)
      registry.declare("object", \Owner.object)
      registry.declare("throwing", \Owner.throwing)
    }
    let result = injector.injectDependencies(to: Owner())
    #expect(result.injected == [])
    #expect(result.unfilled.map(\.reasonName) == Array(repeating: .noFittingType, count: 11))
    #expect(log.kinds == Array(repeating: .noFittingType, count: 11))
  }

  @Test func forAnyAndAnyObjectTheNameDecides() {
    final class Owner {
      var any: Any?
      var object: AnyObject?
    }
    let service = Service()
    let injector = PropertyInjector { registry in
      registry.register("any", instance: 3)
      registry.register("object", instance: service)
      registry.declare("any", \Owner.any)
      registry.declare("object", \Owner.object)
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(owner.any as? Int == 3)
    #expect(owner.object === service)
  }

  @Test func aNilInstanceIsNothing() {
    final class Owner {
      var any: Any?
      var number: Int?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("any", instance: (nil as String?) as (any Sendable))
      registry.register("number", instance: nil as Int?)
      registry.register("number") { () -> (any Sendable)? in nil as String? }
      registry.declare("any", \Owner.any)
      registry.declare("number", \Owner.number)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(owner.any == nil && owner.number == nil)
    #expect(result.unfilled.map(\.reasonName) == [.unknownName, .factoryGaveNil])
    #expect(log.kinds == [.nilInstance, .nilInstance, .unknownName])
  }

  @Test func anOptionalInstanceCountsAsWhatItHolds() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 8 as Int?)
      registry.declare("number", \Player.number)
    }
    let player = Player()
    injector.injectDependencies(to: player)
    #expect(player.number == 8)
  }

  @Test func inADoubleOptionalTheOuterNilIsFilledOnce() {
    final class Owner { var number: Int?? }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 8)
      registry.declare("number", \Owner.number)
    }
    let outer = Owner()
    #expect(injector.injectDependencies(to: outer).didInject)
    #expect(outer.number == .some(.some(8)))
    let inner = Owner()
    inner.number = .some(nil)
    #expect(!injector.injectDependencies(to: inner).didInject)
    #expect(inner.number == .some(nil))
  }

  @Test func aDoubleOptionalTakesNothingElse() {
    final class Owner { var number: Int?? }
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", instance: "a string")
      registry.declare("number", \Owner.number)
    }
    let owner = Owner()
    #expect(!injector.injectDependencies(to: owner).didInject)
    #expect(owner.number == nil as Int??)
  }

  @Test func aNilInsideAnExistentialIsNothing() {
    final class Owner {
      var any: Any?
      var hashable: AnyHashable?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("any") { () -> Any? in .some(nil as Int? as Any) }
      registry.register("hashable", instance: (nil as Int?) as any Hashable & Sendable)
      registry.declare("any", \Owner.any)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(owner.any == nil)
    #expect(result.unfilled.map(\.reasonName) == [.factoryGaveNil])
    #expect(log.kinds == [.nilInstance])
  }

  @Test func aSetterThatPutsAnotherObjectInItsPlaceDoesNoHarm() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("swap", instance: 1)
      registry.register("text", instance: "filled")
      registry.declare("swap", \SwappableBase.swap)
      registry.declare("text", \SwappableDerived.text)
    }
    let object = SwappableDerived()
    let result = injector.injectDependencies(to: object)
    #expect(result.injected == ["text"])
    #expect(result.unfilled.map(\.description) == ["swap (valueGone)"])
    #expect(object.text == "filled" && object.seen == nil)
    #expect(object.hooks == 1)
  }

  @Test func theDynamicTypeOfAnInstanceDecides() {
    final class Owner {
      var special: SpecialService?
      var clock: StoppedClock?
    }
    let injector = PropertyInjector { registry in
      registry.register("special", instance: SpecialService() as Service)
      registry.register("clock", instance: StoppedClock() as any Clock)
      registry.declare("special", \Owner.special)
      registry.declare("clock", \Owner.clock)
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["special", "clock"])
  }

  @Test func theProductOfAFactoryDecidesWhereItsStaticTypeCannot() throws {
    final class Owner {
      var special: SpecialService?
      var service: SpecialService?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("special") { SpecialService() as Service }
      registry.register("service") { Service() }
      registry.register("service") { "no other binding is tried" }
      registry.declare("special", \Owner.special)
      registry.declare("service", \Owner.service)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(owner.special != nil && owner.service == nil)
    #expect(result.unfilled.map(\.reasonName) == [.productDoesNotFit])
    let issue = try #require(log.issues.first)
    #expect(issue.kindName == .productDoesNotFit)
    #expect(issue.foundType == Service.self && issue.valueType == SpecialService.self)
  }

  @Test func theProductDecidesOnAProtocolWithArguments() {
    final class Owner {
      var numbers: (any Sequence<Int>)?
      var texts: (any Sequence<String>)?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("numbers") { () -> any Sequence in [1, 2] }
      registry.register("texts") { () -> any Sequence in [1, 2] }
      registry.declare("numbers", \Owner.numbers)
      registry.declare("texts", \Owner.texts)
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["numbers"])
    #expect(owner.numbers.map { Array($0) } == [1, 2])
    #expect(log.kinds == [.productDoesNotFit])
  }

  private class Box<Content> { var content: Content? }
  private final class IntBox: Box<Int> {}
  @Test func genericSpecialisationsAreTypesOfTheirOwn() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("content", instance: 1)
      registry.register("content", instance: "one")
      registry.declare("content", \Box<Int>.content)
    }
    let ints = Box<Int>()
    let strings = Box<String>()
    let derived = IntBox()
    injector.injectDependencies(to: ints)
    injector.injectDependencies(to: strings)
    injector.injectDependencies(to: derived)
    #expect(ints.content == 1 && strings.content == nil && derived.content == 1)
  }

  private final class Engine { var number: Int? }
  private final class Car { let engine = Engine() }
  @Test func aDeepKeyPathIsNilWhereItsLeafIs() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 4)
      registry.declare("number", \Car.engine.number)
    }
    let car = Car()
    injector.injectDependencies(to: car)
    #expect(car.engine.number == 4)
  }

  @Test func twoNamesForOneKeyPathFillItOnce() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      for name in ["number", "alias"] {
        registry.register(.named(name)) { () -> Int? in
          calls.increment()
          return 1
        }
      }
      registry.declare("number", \Player.number)
      registry.declare("alias", \Player.number)
    }
    #expect(injector.injectDependencies(to: Player()).injected == ["number"])
    #expect(calls.count == 1)
  }

  @Test func oneNameForTwoPropertiesIsReportedAndTheFirstKept() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Player.number)
      registry.declare("number", \Player.clock)
    }
    #expect(injector.injectDependencies(to: Player()).injected == ["number"])
    #expect(log.kinds == [.duplicateDeclaration])
  }

  @Test func wrappedAndObservedPropertiesAreFilledThroughTheirKeyPath() {
    @propertyWrapper struct Logged { var wrappedValue: Int? }
    final class Owner { @Logged var number: Int? }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 2)
      registry.declare("number", \Owner.number)
      registry.declare("number", \Model.number)
    }
    let owner = Owner()
    let model = Model()
    let changes = Counter()
    withObservationTracking {
      _ = model.number
    } onChange: {
      changes.increment()
    }
    injector.injectDependencies(to: owner)
    injector.injectDependencies(to: model)
    #expect(owner.number == 2 && model.number == 2)
    #expect(changes.count == 1)
  }

  @Test func aLazyVarIsSkippedAndItsInitializerNotRun() throws {
    final class Owner {
      let starts = Counter()
      lazy var number: Int? = {
        starts.increment()
        return nil
      }()
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 2)
      registry.declare("number", \Owner.number)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(owner.starts.count == 0)
    #expect(result.unfilled.map(\.reasonName) == [.lazyProperty])
    #expect(log.kinds == [.lazyProperty])
  }

  @Test func aWeakPropertyKeepsAnInstanceAndLosesAFreshObject() {
    final class Owner {
      weak var held: Service?
      weak var fresh: Service?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("held", instance: Service())
      registry.register("fresh") { Service() }
      registry.declare("held", \Owner.held)
      registry.declare("fresh", \Owner.fresh)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(owner.held != nil)
    #expect(result.injected == ["held"])
    #expect(result.unfilled.map(\.reasonName) == [.valueGone])
    #expect(log.kinds == [.valueGone])
  }

  @Test func aWeakPropertyThatStaysNilForTwoReasonsIsReportedForBoth() {
    final class Owner { weak var service: Service? }
    for isLostFirst in [true, false] {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) {
        $0.declare("service", \Owner.service)
      }
      let owner = Owner()
      for isLost in [isLostFirst, !isLostFirst, isLostFirst] {
        injector.injectDependencies(to: owner) { _ in isLost ? .inject(Service()) : .asUsual }
      }
      #expect(Set(log.kinds) == [.valueGone, .unknownName] && log.kinds.count == 2)
    }
  }

  private final class Dropper: InjectionAware {
    var stored: [Int] = []
    var hooks = 0
    var number: Int? {
      get { nil }
      set { stored.append(newValue ?? 0) }
    }
    func didInjectDependencies() { hooks += 1 }
  }

  @Test func anInstanceThatReadsNilAgainIsGone() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 3)
      registry.declare("number", \Dropper.number)
    }
    let dropper = Dropper()
    let result = injector.injectDependencies(to: dropper)
    #expect(result.injected == [] && result.unfilled.map(\.reasonName) == [.valueGone])
    #expect(dropper.stored == [3] && dropper.hooks == 0 && log.kinds == [.valueGone])
  }

  @Test func aPrivateSetPropertyIsDeclaredInItsFile() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 3)
      registry.declare(WithPrivateProperties.self)
    }
    let owner = WithPrivateProperties()
    #expect(injector.injectDependencies(to: owner).injected == ["number", "secret"])
    #expect(owner.number == 3 && owner.revealed == 3)
  }

  private final class Node { var next: Node? }
  @Test func injectionIsShallow() {
    let inner = Node()
    nonisolated(unsafe) let shared = inner
    let injector = PropertyInjector { registry in
      registry.unchecked { $0.register("next", instance: shared) }
      registry.declare("next", \Node.next)
    }
    let outer = Node()
    injector.injectDependencies(to: outer)
    #expect(outer.next === inner && inner.next == nil)
  }

  @Test func propertiesAreFilledInTheOrderOfTheClassesAndOfDeclaration() {
    class Base {
      var order: [String] = []
      var last: Int? { didSet { order.append("last") } }
      var first: Int? { didSet { order.append("first") } }
    }
    final class Derived: Base {
      var other: Int? { didSet { order.append("other") } }
      @Injected var marked: Int?
    }
    let injector = PropertyInjector { registry in
      for name in ["other", "first", "last", "marked"] {
        registry.register(.named(name), instance: 0)
      }
      registry.declare("other", \Derived.other)
      registry.declare("first", \Base.first)
      registry.declare("last", \Base.last)
    }
    let derived = Derived()
    let result = injector.injectDependencies(to: derived)
    #expect(derived.order == ["first", "last", "other"])
    #expect(result.injected == ["first", "last", "other", "marked"])
  }

  @Test func namesAreComparedAsSwiftStrings() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("caf\u{E9}", instance: 1)
    }
    #expect(injector.instance(for: "cafe\u{301}") == 1)
    #expect(injector.instance(for: "Caf\u{E9}") == nil as Int?)
  }
}

protocol Swappable {
  init()
  var seen: Int? { get set }
}
extension Swappable {
  /// Replaces the object itself, as a mutating setter may.
  var swap: Int? {
    get { seen }
    set {
      self = Self()
      seen = newValue
    }
  }
}
class SwappableBase: Swappable {
  required init() {}
  var seen: Int?
}
final class SwappableDerived: SwappableBase, InjectionAware {
  var one = 1
  var two = 2
  var text: String?
  var hooks = 0
  func didInjectDependencies() { hooks += 1 }
}

protocol Marker: SendableMetatype {}
struct MarkedClock: Clock, Marker { let now = 0 }

final class WithComputed {
  var values: [Int] = []
}
extension WithComputed {
  var computed: Int? {
    get { values.first }
    set { values = newValue.map { [$0] } ?? [] }
  }
}

@Observable final class Model {
  var number: Int?
}

final class WithPrivateProperties: Injectable {
  private(set) var number: Int?
  private var secret: Int?
  var revealed: Int? { secret }

  static func declareProperties(in registry: inout Registry) {
    registry.declare("number", \WithPrivateProperties.number)
    registry.declare("secret", \WithPrivateProperties.secret, from: "number")
  }
}
