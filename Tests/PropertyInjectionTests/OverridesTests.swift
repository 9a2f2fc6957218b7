import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Overrides that are in force for a task.
@Suite struct OverridesTests {
  // MARK: What they reach

  @Test func staticCallsInTheOperationGetTheOverride() {
    // Whether or not other tests have configured the shared injector.
    let parent = PropertyInjector.shared.withOverrides { registry in
      registry.register(.clock, instance: StoppedClock(now: 3))
      registry.declare("clock", \Parent.clock)
      registry.declare("clock", \Child.clock)
    } operation: {
      let parent = Parent()
      PropertyInjector.injectDependencies(to: parent)
      parent.makeChild()
      var form = Slip()
      PropertyInjector.injectDependencies(to: &form)
      #expect(form.clock == nil)
      return parent
    }
    #expect(parent.clock?.now == 3 && parent.child?.clock?.now == 3)
  }

  @Test func eachWayToAskGetsTheOverride() {
    let injector = makeInjector()
    injector.withOverrides {
      $0.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      var slip = Slip()
      injector.injectDependencies(to: &slip)
      #expect(slip.clock?.now == 3)
      #expect(injector.instance(for: .clock)?.now == 3)
      #expect(injector.instance(for: .clock)?.now == 3)
      #expect(injector.instance(of: (any Clock).self)?.now == 3)
      #expect(injector.instance(for: .clock)?.now == 3)
      #expect(injector.overriding { _ in }.instance(for: .clock)?.now == 3)
      #expect(injector.explain(Slip.self).properties.first?.layer == 1)
      #expect(injector.validate().findings.isEmpty)
      #expect(!injector.contains(.named("spare", Int.self)))
    }
    #expect(injector.instance(for: .clock)?.now == 24)
  }

  @Test func objectsThatHaveGotTheInjectorGetTheOverride() {
    let injector = makeInjector()
    let before = Bearer()
    injector.injectDependencies(to: before)
    let within = Bearer()
    injector.withOverrides {
      $0.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      injector.injectDependencies(to: within)
      #expect(before.clockOfChild == 3 && within.clockOfChild == 3)
    }
    #expect(before.clockOfChild == 24)
    // It was made for the operation.
    #expect(within.clockOfChild == 3)
  }

  @Test func whatIsMadeInTheOperationIsFilledWithTheOverride() {
    let injector = makeInjector { registry in
      registry.register("house", .initializer(House.init(clock:), .byType))
      registry.register("parent") { injector in
        let parent = Parent()
        injector.injectDependencies(to: parent)
        return parent
      }
      registry.declare("clock", \House.filled)
      registry.declare("clock", \Parent.clock)
    }
    injector.withOverrides {
      $0.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      let house: House? = injector.instance(for: "house")
      #expect(house?.given.now == 3 && house?.filled?.now == 3)
      let parent: Parent? = injector.instance(for: "parent")
      #expect(parent?.clock?.now == 3)
    }
  }

  // MARK: Tasks

  @Test func childTasksGetTheOverrideAndDetachedOnesDoNot() async {
    let injector = makeInjector()
    await injector.withOverrides {
      $0.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      await Task.yield()
      async let child = injector.instance(for: .clock)?.now
      let others = await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<3 { group.addTask { injector.instance(for: .clock)?.now } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let unstructured = await Task { injector.instance(for: .clock)?.now }.value
      let detached = await Task.detached { injector.instance(for: .clock)?.now }.value
      #expect(await child == 3 && others == [3, 3, 3])
      #expect(unstructured == 3 && detached == 24)
    }
    #expect(injector.instance(for: .clock)?.now == 24)
  }

  @Test func aTaskThatOutlivesTheOperationKeepsTheOverride() async {
    let injector = makeInjector()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let task = injector.withOverrides {
      $0.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      Task {
        for await _ in ends {}
        return injector.instance(for: .clock)?.now
      }
    }
    #expect(injector.instance(for: .clock)?.now == 24)
    end.finish()
    #expect(await task.value == 3)
  }

  @Test func manyTasksOverrideOneInjectorInDifferentWays() async {
    let injector = makeInjector { registry in
      registry.register(
        "house", in: .singleton, .initializer(House.init(clock:), .byType))
    }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for number in 0..<400 {
        group.addTask {
          await injector.withOverrides { registry in
            if !number.isMultiple(of: 4) {
              registry.register(.clock, instance: StoppedClock(now: number))
            }
          } operation: {
            let expected = number.isMultiple(of: 4) ? 24 : number
            let before: House? = injector.instance(for: "house")
            var slip = Slip()
            injector.injectDependencies(to: &slip)
            await Task.yield()
            let after: House? = injector.instance(for: "house")
            let isRight =
              slip.clock?.now == expected && before?.given.now == expected && before === after
            return isRight ? 0 : 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(injector.instance(for: .clock)?.now == 24)
  }

  @Test @MainActor func onAnActorItRegistersWhatBelongsThere() async {
    let injector = makeInjector { registry in
      registry.onMainActor { $0.declare("title", \Stall.title) }
    }
    await injector.withOverrides { registry in
      registry.onMainActor { $0.register("title", instance: Title("test")) }
    } operation: {
      await Task.yield()
      let stall = Stall()
      injector.injectDependencies(to: stall)
      #expect(stall.title?.text == "test")
    }
  }

  // MARK: Nesting and ending

  @Test func theInnerOverrideGoesFirst() {
    let injector = makeInjector { $0.register("number", instance: 1) }
    injector.withOverrides { registry in
      registry.register(.clock, instance: StoppedClock(now: 3))
      registry.register("number", instance: 2)
    } operation: {
      let outer = Bearer()
      injector.injectDependencies(to: outer)
      injector.withOverrides {
        $0.register(.clock, instance: StoppedClock(now: 4))
      } operation: {
        #expect(injector.instance(for: .clock)?.now == 4)
        #expect(injector.instance(for: .named("number", Int.self)) == 2)
        // It has got the outer one, which is overridden in turn.
        #expect(outer.clockOfChild == 4)
      }
      #expect(injector.instance(for: .clock)?.now == 3)
      #expect(outer.clockOfChild == 3)
    }
  }

  @Test func anErrorEndsIt() async {
    let injector = makeInjector()
    #expect(throws: Failure.self) {
      try injector.withOverrides {
        $0.register(.clock, instance: StoppedClock())
      } operation: {
        throw Failure()
      }
    }
    await #expect(throws: Failure.self) {
      try await injector.withOverrides {
        $0.register(.clock, instance: StoppedClock())
      } operation: {
        await Task.yield()
        throw Failure()
      }
    }
    #expect(throws: Failure.self) {
      try injector.withOverrides { _ in
        throw Failure()
      } operation: {
      }
    }
    #expect(injector.instance(for: .clock)?.now == 24)
  }

  @Test func otherInjectorsAreNotTouched() {
    let injector = makeInjector()
    let other = makeInjector()
    let derived = injector.overriding { _ in }
    injector.withOverrides {
      $0.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      #expect(other.instance(for: .clock)?.now == 24)
      #expect(derived.instance(for: .clock)?.now == 24)
      other.withOverrides {
        $0.register(.clock, instance: StoppedClock(now: 4))
      } operation: {
        #expect(other.instance(for: .clock)?.now == 4)
        #expect(injector.instance(for: .clock)?.now == 3)
      }
    }
  }

  // MARK: What is kept

  @Test(arguments: ScopeCase.allCases)
  func whatIsKeptIsKeptApart(scope: ScopeCase) {
    let store = ScopedValues()
    let injector = makeInjector { registry in
      scope.register(in: &registry, store)
      registry.alias(.named("home", House.self), to: .named("house", House.self))
    }
    let own: House? = scope.isKeptBefore ? injector.instance(for: "house") : nil
    weak var made: House?
    injector.withOverrides {
      $0.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      let first: House? = injector.instance(for: "house")
      let second: House? = injector.instance(for: "home")
      #expect(first?.given.now == 3 && first === second)
      made = first
      injector.withOverrides {
        $0.register(.clock, instance: StoppedClock(now: 4))
      } operation: {
        #expect(injector.instance(for: .named("house", House.self))?.given.now == 4)
      }
      #expect(injector.instance(for: .named("house", House.self)) === first)
    }
    store.removeAll()
    #expect(made == nil)
    let after: House? = injector.instance(for: "house")
    #expect(after?.given.now == 24 && (own == nil || own === after || scope == .custom))
  }

  @Test func forgettingInTheOperationLeavesWhatOthersKeep() {
    let injector = makeInjector { registry in
      registry.register("house", in: .cached, .initializer(House.init(clock:), .byType))
    }
    let own: House? = injector.instance(for: "house")
    injector.withOverrides { registry in
      registry.register("other", in: .cached) { Service() }
    } operation: {
      let houses = (0..<2).map { _ in
        defer { injector.reset() }
        return (
          injector.instance(for: .named("house", House.self)),
          injector.instance(for: .named("other", Service.self))
        )
      }
      #expect(houses[0].0 !== houses[1].0 && houses[0].1 !== houses[1].1)
    }
    #expect(injector.instance(for: .named("house", House.self)) === own)
  }

  @Test func anOverridesEagerSingletonIsMadeAtOnceAnInheritedOneLater() {
    let made = Counter()
    let injector = makeInjector { registry in
      registry.register("inherited", in: .singleton(eager: true)) { () -> Service in
        made.increment()
        return Service()
      }
    }
    #expect(made.count == 1)
    injector.withOverrides { registry in
      registry.register("own", in: .singleton(eager: true)) { () -> Service in
        made.increment()
        return Service()
      }
    } operation: {
      #expect(made.count == 2)
      for _ in 0..<2 { _ = injector.instance(for: .named("inherited", Service.self)) }
      #expect(made.count == 3)
    }
  }

  @Test func whatAKeptValueNeedsComesFromTheOverride() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(
        "house", in: .singleton, .initializer(House.init(clock:), .byType))
      registry.declare("house", \Plot.house)
    }
    #expect(!injector.validate().errors.isEmpty)
    injector.withOverrides { registry in
      registry.register(.clock, instance: StoppedClock(now: 3))
    } operation: {
      #expect(injector.validate().findings.isEmpty)
      #expect(injector.explain(Plot.self).properties.map(\.outcome) == [.filled])
      let plot = Plot()
      injector.injectDependencies(to: plot)
      #expect(plot.house?.given.now == 3)
    }
  }

  @Test func configuringInAnOperationDoesNotEndTheOverride() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.shared.withOverrides { registry in
        registry.register("clock", instance: StoppedClock(now: 3))
        registry.declare("clock", \Slip.clock)
      } operation: {
        PropertyInjector.configure { registry in
          registry.register("clock", instance: ClassClock())
          registry.declare("clock", \Slip.clock)
        }
        var slip = Slip()
        PropertyInjector.injectDependencies(to: &slip)
        precondition(slip.clock?.now == 3)
      }
      var slip = Slip()
      PropertyInjector.injectDependencies(to: &slip)
      precondition(slip.clock?.now == 24)
    }
  }

  @Test func reportsGoToTheOverridesHandler() {
    let log = IssueLog()
    let inner = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.declare("clock", \Slip.clock) }
    injector.withOverrides { registry in
      registry.issueHandler = { inner.append($0) }
    } operation: {
      var slip = Slip()
      injector.injectDependencies(to: &slip)
    }
    #expect(inner.kinds == [.unknownName] && log.issues.isEmpty)
  }

  // MARK: What is taken over

  @Test(arguments: ChangeCase.allCases)
  func whatIsTakenOverIsWhatWouldBeMadeAnew(change: ChangeCase) {
    // One injector has a plan for the type already, the other makes it in the override.
    let results = [true, false].map { isKnown in
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
        registry.register("clock", instance: ClassClock())
        registry.register("number", instance: 1)
        registry.register("service") { Service() }
        registry.register("kept", in: .singleton) { Service() }
        registry.register("special", instance: SpecialService())
        registry.alias(.named("other", Int.self), to: .named("number", Int.self))
        registry.declare("clock", \Desk.clock)
        registry.declare("number", \Desk.number)
        registry.declare("other", \Desk.other)
        registry.declare("service", \Desk.service)
        registry.declare("kept", \Desk.kept)
        registry.declare("byType", \Desk.byType, from: .byType)
      }
      let first = Desk()
      if isKnown { injector.injectDependencies(to: first) }
      return injector.withOverrides { registry in
        registry.issueHandler = { log.append($0) }
        change.apply(to: &registry)
      } operation: {
        let desks = [Desk(), Desk()]
        let texts = desks.map { "\(injector.injectDependencies(to: $0)) \($0.text)" }
        #expect(desks[0].kept === desks[1].kept && desks[0].kept !== first.kept)
        return texts + log.texts
      }
    }
    #expect(results[0] == results[1])
    #expect(results[0][0] == results[0][1])
  }

  private final class Reader { @Injected(lazy: true) var service: Service? }

  @Test(arguments: [true, false])
  func aLazyPropertyStaysLazy(isKnown: Bool) {
    let calls = Counter()
    let injector = makeInjector { $0.register("service") { Service() } }
    if isKnown { injector.injectDependencies(to: Reader()) }
    injector.withOverrides { registry in
      registry.register("service") { () -> Service? in
        calls.increment()
        return SpecialService()
      }
    } operation: {
      let reader = Reader()
      injector.injectDependencies(to: reader)
      #expect(calls.count == 0)
      #expect(reader.service is SpecialService)
      #expect(calls.count == 1)
    }
  }

  @Test func nestedOverridesTakeOverToo() {
    let injector = makeInjector { $0.declare("service", \Desk.service) }
    injector.withOverrides {
      $0.register("service") { Service() }
    } operation: {
      injector.injectDependencies(to: Desk())
      injector.withOverrides {
        $0.register("number", instance: 1)
      } operation: {
        let desk = Desk()
        injector.injectDependencies(to: desk)
        #expect(desk.service != nil)
        injector.withOverrides {
          $0.register("service", instance: SpecialService())
        } operation: {
          let desk = Desk()
          injector.injectDependencies(to: desk)
          #expect(desk.service is SpecialService)
        }
      }
    }
  }

  @Test func anOverrideOfVeryManyNamesCoversEach() {
    let names = (0..<200).map { "number \($0)" }
    let injector = PropertyInjector { registry in
      for name in names { registry.register(.named(name), instance: 1) }
    }
    func values() -> Set<Int?> { Set(names.map { injector.instance(for: .named($0, Int.self)) }) }
    #expect(values() == [1])
    injector.withOverrides { registry in
      for name in names { registry.register(.named(name), instance: 2) }
    } operation: {
      #expect(values() == [2])
    }
  }

  @Test func theInjectorOfAnOverrideIsFreedWithIt() {
    let injector = makeInjector()
    weak var overriding: PropertyInjector?
    injector.withOverrides {
      $0.register(.clock, instance: StoppedClock())
    } operation: {
      let holder = Bearer()
      injector.injectDependencies(to: holder)
      overriding = holder.injector
      #expect(overriding != nil && overriding !== injector)
    }
    #expect(overriding == nil)
  }
}

extension OverridesTests {
  private func makeInjector(
    _ configure: (inout Registry) -> Void = { _ in }
  ) -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.clock, instance: ClassClock())
      registry.declare("clock", \Slip.clock)
      registry.declare("injector", \Bearer.injector)
      configure(&registry)
    }
  }

  enum ScopeCase: CaseIterable {
    case singleton, keptSingleton, cached, weak, custom

    var isKeptBefore: Bool { self != .singleton }

    func register(in registry: inout Registry, _ store: ScopedValues) {
      let make = House.init(clock:)
      switch self {
      case .singleton, .keptSingleton:
        registry.register("house", in: .singleton, .initializer(make, .byType))
      case .cached: registry.register("house", in: .cached, .initializer(make, .byType))
      case .weak: registry.register("house", in: .weak, .initializer(make, .byType))
      case .custom:
        registry.register("house", in: .values(store), .initializer(make, .byType))
      }
    }
  }
}

enum ChangeCase: CaseIterable {
  case none, otherName, sameType, fittingType, unfitType, factory, nothing, removed, aliased, kept
  case ofTypeAlone, undeclared, accessors, declared, many

  func apply(to registry: inout Registry) {
    switch self {
    case .none: break
    case .otherName: registry.register("unrelated", instance: 5)
    case .sameType: registry.register("number", instance: 2)
    case .fittingType: registry.register("clock", instance: StoppedClock(now: 3))
    case .unfitType: registry.register("number", instance: "two")
    case .factory: registry.register("number") { 3 }
    case .nothing: registry.registerNil(.named("number", Int.self))
    case .removed: registry.remove(allNamed: "number")
    case .aliased: registry.alias(.named("number", Int.self), to: .named("spare", Int.self))
    case .kept: registry.unchecked { $0.setScope(.singleton, for: .named("service", Service.self)) }
    case .ofTypeAlone: registry.register(.type(SpecialService.self), instance: SpecialService())
    case .undeclared: registry.register("forgotten", instance: 4)
    case .accessors: registry.intercept(.named("number", Int.self), get: { _ in 5 })
    case .declared: registry.declare("forgotten", \Desk.forgotten)
    case .many: for number in 0..<100 { registry.register(.named("n\(number)"), instance: number) }
    }
  }
}

private struct Failure: Error {}

private final class Desk {
  var clock: (any Clock)?
  var number: Int?
  var other: Int?
  var service: Service?
  var kept: Service?
  var byType: SpecialService?
  var forgotten: Int?

  var text: String {
    let set = [service != nil, kept != nil, byType != nil]
    return "\(clock?.now ?? 0) \(number ?? 0) \(other ?? 0) \(set) \(forgotten ?? 0)"
  }
}

private final class Parent {
  var clock: (any Clock)?
  var child: Child?

  func makeChild() {
    let child = Child()
    PropertyInjector.injectDependencies(to: child)
    self.child = child
  }
}

private final class Child {
  var clock: (any Clock)?
}

private struct Slip {
  var clock: (any Clock)?
}

private final class Bearer {
  var injector: PropertyInjector?

  var clockOfChild: Int? {
    var slip = Slip()
    injector?.injectDependencies(to: &slip)
    return slip.clock?.now
  }
}

private final class House: @unchecked Sendable {
  // Unchecked: filled before it is handed out.
  let given: any Clock
  var filled: (any Clock)?

  init(clock: any Clock) { given = clock }
}

private final class Plot {
  var house: House?
}

private struct Title: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

@MainActor private final class Stall {
  var title: Title?
}
