import PropertyInjection
import TestSupport
import Testing

/// Properties marked with `@Injected`.
@Suite struct InjectedTests {
  private final class Watching {
    var seen: [String] = []
    @Injected var marked: Int? { didSet { seen.append("marked") } }
    var declared: Int? { didSet { seen.append("declared") } }
  }

  @Test func anObserverRunsForADeclaredPropertyAndNotForAMarkedOne() {
    let injector = PropertyInjector { registry in
      registry.register("marked", instance: 1)
      registry.register("declared", instance: 2)
      registry.declare("declared", \Watching.declared)
    }
    let watching = Watching()
    #expect(injector.injectDependencies(to: watching).injected == ["declared", "marked"])
    #expect(watching.seen == ["declared"])
    watching.marked = 3
    #expect(watching.seen == ["declared", "marked"])
  }

  @Test func aMarkedPropertyIsFilledByItsNameWithNothingDeclared() {
    let injector = PropertyInjector(reportingTo: IssueLog()) {
      $0.register("clock", instance: StoppedClock())
    }
    let marked = MarkedPlayer()
    let result = injector.injectDependencies(to: marked)
    #expect(result.injected.contains("clock"))
    #expect(marked.clock is StoppedClock)
    #expect(!injector.injectDependencies(to: marked).injected.contains("clock"))
  }

  @Test func itMayAskForAnotherNameOrForItsType() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("lucky", instance: 7)
      registry.register("whatever", instance: SpecialService())
    }
    let marked = MarkedPlayer()
    injector.injectDependencies(to: marked)
    #expect(marked.number == 7)
    #expect(marked.service is SpecialService)
  }

  @Test func byTypeAProtocolFindsTheOneThatConforms() {
    final class Owner {
      @Injected(.byType) var clock: (any Clock)?
      @Injected(.byType) var service: Service?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("anything", instance: ClassClock())
      registry.register(.type(Service.self), instance: Service())
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["clock", "service"])
    #expect(owner.clock is ClassClock)
    let two = injector.overriding { registry in
      registry.register("another", instance: StoppedClock())
      registry.register("third", instance: ClassClock())
    }
    #expect(two.injectDependencies(to: Owner()).injected == ["service"])
    #expect(log.kinds == [.ambiguousType])
  }

  @Test func privateAndInheritedMarkedPropertiesAreFilledSuperclassFirst() {
    class Base {
      @Injected private var number: Int?
      var revealed: Int? { number }
    }
    final class Derived: Base {
      @Injected private var number: Int?
      @Injected("number") var other: Int?
      var revealedToo: Int? { number }
    }
    let injector = PropertyInjector { $0.register("number", instance: 3) }
    let derived = Derived()
    #expect(injector.injectDependencies(to: derived).injected == ["number", "number", "other"])
    #expect(derived.revealed == 3 && derived.revealedToo == 3 && derived.other == 3)
  }

  @Test func aValueOfItsOwnIsLeftAlone() {
    final class Owner {
      @Injected var number: Int? = 1
      @Injected("number") var other: Int? = 2
    }
    let injector = PropertyInjector { $0.register("number", instance: 3) }
    let owner = Owner()
    #expect(!injector.injectDependencies(to: owner).didInject)
    #expect(owner.number == 1 && owner.other == 2)
    owner.number = nil
    injector.injectDependencies(to: owner)
    #expect(owner.number == 3)
  }

  @Test func whatIsNotFoundIsReportedWithTheOwnersName() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) {
      $0.register("clok", instance: StoppedClock())
    }
    let result = injector.injectDependencies(to: MarkedPlayer())
    #expect(result.unfilled.first?.description == "clock (unknownName)")
    let issue = try #require(log.issues.first { $0.name == "clock" })
    #expect(issue.ownerType == MarkedPlayer.self)
    #expect(issue.related.map(\.name) == ["clok"])
  }

  @Test func aMarkedPropertyThatIsDeclaredTooIsFilledOnce() {
    final class Owner { @Injected var number: Int? }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 3)
      registry.declare("number", \Owner.number)
    }
    #expect(injector.injectDependencies(to: Owner()).injected == ["number"])
  }

  @Test func markedPropertiesOfEveryObjectOfATypeAreReached() {
    let injector = PropertyInjector(reportingTo: IssueLog()) {
      $0.register("clock", instance: StoppedClock())
    }
    let players = (0..<10).map { _ in MarkedPlayer() }
    for player in players { injector.injectDependencies(to: player) }
    #expect(players.allSatisfy { $0.clock != nil })
  }

  @Test func aFactoryFillsAMarkedPropertyAnewForEachObject() {
    let injector = PropertyInjector { registry in
      registry.register("service") { Service() }
    }
    final class Owner { @Injected var service: Service? }
    let one = Owner()
    let two = Owner()
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: two)
    #expect(one.service != nil && two.service != nil && one.service !== two.service)
  }

  @Test func aMarkedPropertyOfAStructIsAValueOfItsOwn() {
    struct Owner: Equatable {
      let id: Int
      @Injected var number: Int?
      @Injected var other: Int? = 1

      static func == (one: Owner, two: Owner) -> Bool { one.id == two.id }
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 3)
      registry.register("other", instance: 3)
    }
    for id in 0..<3 {
      var owner = Owner(id: id)
      var copy = owner
      #expect(injector.injectDependencies(to: &owner).injected == ["number"])
      #expect(owner.number == 3 && copy.number == nil && owner.other == 1)
      copy.number = 4
      #expect(owner.number == 3 && copy.number == 4)
    }
    #expect(log.issues.isEmpty)
  }

  @Test func aMarkedPropertyOfAStructInAnotherTypeOfVariableIsFilled() {
    struct Owner: HasNumber { @Injected var number: Int? }
    let injector = PropertyInjector { $0.register("number", instance: 3) }
    var titled: any HasNumber = Owner()
    injector.injectDependencies(to: &titled)
    #expect((titled as? Owner)?.number == 3)
    var maybe: Owner? = Owner()
    injector.injectDependencies(to: &maybe)
    #expect(maybe?.number == 3)
  }

  @Test func aWrapperThatIsStoredTwiceIsReachedAllTheSame() {
    final class Owner {
      let first: Injected<Int>
      @Injected var number: Int?
      let last: Any
      init() {
        let wrapper = Injected<Int>()
        first = wrapper
        _number = wrapper
        last = wrapper
      }
    }
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.register("number", instance: 3) }
    for _ in 0..<2 {
      let owner = Owner()
      injector.injectDependencies(to: owner)
      #expect(owner.number == 3)
    }
  }

  @Test func aValueThatGoesMayReadAndWriteItsProperty() {
    final class Owner { @Injected var value: (any SelfClearing)? }
    final class Value: SelfClearing {
      weak var owner: Owner?
      init(_ owner: Owner) { self.owner = owner }
      deinit {
        _ = owner?.value
        owner?.value = nil
      }
    }
    let owner = Owner()
    for _ in 0..<5 {
      owner.value = Value(owner)
      owner.value = Value(owner)
      owner.value = nil
    }
    #expect(owner.value == nil)
  }

  private enum Choice {
    // swift-format-ignore: NoLeadingUnderscores
    case _number(Injected<Int>)
    case other(Int)
  }
  private final class Anything {
    // swift-format-ignore: NoLeadingUnderscores
    var _number: Any
    init(_ number: Any) { _number = number }
  }
  private final class Maybe {
    // swift-format-ignore: NoLeadingUnderscores
    var _number: Injected<Int>?
    init(_ number: Injected<Int>?) { _number = number }
  }

  @Test func aWrapperThatIsNoStoredPropertyOfItsOwnIsLeftAlone() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.register("number", instance: 3) }
    var one = Choice._number(Injected())
    var two = Choice.other(0x7777_1234)
    injector.injectDependencies(to: &one)
    #expect(!injector.injectDependencies(to: &two).didInject)
    injector.injectDependencies(to: Anything(Injected<Int>()))
    #expect(!injector.injectDependencies(to: Anything(0x7777_1234)).didInject)
    injector.injectDependencies(to: Maybe(Injected()))
    #expect(!injector.injectDependencies(to: Maybe(nil)).didInject)
  }

  @Test func aDeclarationIsThatOfItsOwnLevel() {
    class Base {
      @Injected private var number: Int?
      @Injected private var other: Int?
      var revealed: [Int?] { [number, other] }
    }
    final class Derived: Base {
      @Injected var number: Int?
      var other: Int?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 3)
      registry.register("fromElsewhere", instance: 4)
      registry.register("other", instance: 5)
      registry.declare("number", \Derived.number, from: "fromElsewhere")
      registry.declare("other", \Derived.other)
    }
    let derived = Derived()
    injector.injectDependencies(to: derived)
    #expect(derived.revealed == [3, 5] && derived.number == 4 && derived.other == 5)
    #expect(log.issues.isEmpty)
  }

  @Test func aWrapperThatIsReplacedIsReached() {
    final class Owner {
      @Injected var number: Int?
      func replace() { _number = Injected() }
    }
    let injector = PropertyInjector { $0.register("number", instance: 3) }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    owner.replace()
    #expect(owner.number == nil)
    injector.injectDependencies(to: owner)
    #expect(owner.number == 3)
  }

  @Test func whatAFactorySetsMeanwhileIsLeftAlone() {
    final class Owner {
      @Injected var first: Int?
      @Injected var second: String?
      @Injected var third: Int?
    }
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.register("first") { () -> Int? in
        target.first = nil
        target.second = "mine"
        target.third = 3
        return 1
      }
      registry.register("second") { () -> String? in
        calls.increment()
        return "not asked for"
      }
      registry.register("third", instance: 4)
    }
    #expect(injector.injectDependencies(to: owner).injected == ["first"])
    #expect(owner.first == 1 && owner.second == "mine" && owner.third == 3)
    #expect(calls.count == 0)
  }

  @Test func theHookSeesMarkedProperties() {
    final class Owner: InjectionAware {
      @Injected var number: Int?
      var seen: Int?
      func didInjectDependencies() { seen = number }
    }
    let injector = PropertyInjector { $0.register("number", instance: 3) }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(owner.seen == 3)
  }

  @Test func theValueIsReleasedWithItsOwner() {
    weak var gone: Service?
    do {
      let injector = PropertyInjector { registry in
        registry.register("service") { Service() }
      }
      final class Owner { @Injected var service: Service? }
      let owner = Owner()
      injector.injectDependencies(to: owner)
      gone = owner.service
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  @Test func oneMarkThatTwoPropertiesAreMadeOfFillsEach() {
    final class Owner {
      @Injected var one: Int?
      @Injected var other: Int?
      @Injected var late: Int?
      @Injected var later: Int?
      init() {
        let mark = Injected(InjectionKey<Int>.named("count"))
        (_one, _other) = (mark, mark)
        let lazyMark = Injected(InjectionKey<Int>.named("count"), lazy: true)
        (_late, _later) = (lazyMark, lazyMark)
      }
    }
    let (log, calls) = (IssueLog(), Counter())
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("count") { () -> Int in
        calls.increment()
        return calls.count
      }
    }
    let owner = Owner()
    owner.other = 7
    #expect(injector.injectDependencies(to: owner).injected == ["one", "late", "later"])
    #expect(owner.one == 1 && owner.other == 7)
    #expect(owner.later == 2 && owner.late == 3 && owner.later == 2)
    owner.late = nil
    #expect(owner.later == 2 && calls.count == 3 && log.issues.isEmpty)
  }
}

protocol SelfClearing: AnyObject {}

protocol HasNumber {}

final class MarkedPlayer {
  @Injected var clock: (any Clock)?
  @Injected("lucky") var number: Int?
  @Injected(.byType) var service: Service?
}
