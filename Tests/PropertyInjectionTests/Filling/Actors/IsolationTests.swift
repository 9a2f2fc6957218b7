import Distributed
import PropertyInjection
import TestSupport
import Testing

/// What belongs to an actor is touched on that actor only.
@Suite struct IsolationTests {
  /// An injector configured in main-actor code.
  @MainActor private func mainActorInjector(
    _ log: IssueLog = IssueLog(), _ more: (inout Registry) -> Void = { _ in }
  ) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.onMainActor { $0.declare("number", \ViewModel.number) }
      more(&registry)
    }
  }

  @Test("Rule 12: a main-actor object is injected on the main actor")
  @MainActor func aMainActorObjectIsInjectedOnTheMainActor() {
    let viewModel = ViewModel()
    #expect(mainActorInjector().injectDependencies(to: viewModel).injected == ["number"])
    #expect(viewModel.number == 1)
    #expect(viewModel.hooks == 1)
  }

  private class Counter {}
  private final class Clerk {
    @Injected("counter") var counter: (any Counter & Sendable)?
    @Injected("titled") var titled: (any Titled & Sendable)?
  }

  /// At run time `& Sendable` is not there, for a class as for a protocol: see the table of duties in the guide.
  @Test @MainActor func aTypeWithSendableGetsItsValuesFromBindingsOfTheTypeWithout() {
    let injector = PropertyInjector { registry in
      registry.onMainActor { registry in
        registry.register("counter") { Counter() }
        registry.register("titled") { ViewModel() as any Titled }
      }
    }
    let clerk = injector.injected(Clerk())
    #expect(clerk.counter != nil && clerk.titled != nil)
  }

  @Test("Rule 12: from elsewhere nothing is read, written or called")
  @MainActor func fromElsewhereNothingIsReadWrittenOrCalledAndTheActorIsNamed() async throws {
    let log = IssueLog()
    let injector = mainActorInjector(log)
    let viewModel = ViewModel()
    let unfilled = await Task.detached {
      injector.injectDependencies(to: viewModel).unfilled.map(\.description)
    }.value
    #expect(unfilled == ["number (wrongActor)"])
    #expect(viewModel.accesses == 0 && viewModel.hooks == 0)
    let issue = try #require(log.issues.first)
    #expect(issue.kindName == .wrongActor)
    #expect(issue.requiredActor == "MainActor" && issue.actualActor == nil)
    // Refused first, it is injected all the same where it belongs.
    #expect(injector.injectDependencies(to: viewModel).injected == ["number"])
    #expect(viewModel.hooks == 1)
  }

  @Test @MainActor func theOrderOfRightAndWrongActorDoesNotMatter() async {
    let injector = mainActorInjector()
    let first = ViewModel()
    injector.injectDependencies(to: first)
    let second = ViewModel()
    let didInject = await Task.detached { injector.injectDependencies(to: second).didInject }.value
    #expect(!didInject && second.accesses == 0 && second.hooks == 0)
    injector.injectDependencies(to: second)
    #expect(second.hooks == 1)
  }

  @Test @MainActor func aBaseClassOrProtocolVariableMakesNoDifference() async {
    let injector = mainActorInjector()
    let viewModel = ViewModel()
    let held: any AnyObject & Sendable = viewModel
    let didInject = await Task.detached {
      var any: Any = held
      return injector.injectDependencies(to: held).didInject
        || injector.injectDependencies(to: &any).didInject
    }.value
    #expect(!didInject && viewModel.accesses == 0)
    #expect(injector.injectDependencies(to: held).didInject)
  }

  @Test @MainActor func anObjectKnownByItsSuperclassOrAProtocolIsRefusedElsewhere() async {
    for isTitled in [false, true] {
      let log = IssueLog()
      let injector = mainActorInjector(log) { registry in
        registry.onMainActor { $0.declare("number", \SubScreen.other) }
      }
      let screen = SubScreen()
      let base: BaseScreen = screen
      let titled: any Titled & Sendable = screen
      let result = await Task.detached {
        isTitled
          ? injector.injectDependencies(to: titled) : injector.injectDependencies(to: base)
      }.value
      #expect(result.isRefused && screen.accesses == 0 && screen.hooks == 0)
      #expect(log.issues.map(\.requiredActor) == ["MainActor"])
      #expect(log.texts[0].contains("SubScreen.number is declared on MainActor"))
      let here =
        isTitled
        ? injector.injectDependencies(to: titled) : injector.injectDependencies(to: base)
      #expect(here.injected == ["number"] && screen.hooks == 1)
    }
  }

  @Test func anotherGlobalActorIsTreatedAlike() async {
    let log = IssueLog()
    let injector = await DatabaseActor.makeInjector(log)
    let record = Record()
    #expect(!injector.injectDependencies(to: record).didInject)
    let onMain = await MainActor.run { injector.injectDependencies(to: record).didInject }
    #expect(!onMain)
    #expect(log.issues.map(\.requiredActor) == ["DatabaseActor", "DatabaseActor"])
    #expect(log.issues.map(\.actualActor) == [nil, "MainActor"])
    #expect(await DatabaseActor.inject(injector, record))
  }

  @Test @MainActor func aClassOfNoActorThatIsDeclaredForOneIsFilledThereOnly() async {
    let injector = mainActorInjector { registry in
      registry.onMainActor { $0.declare("number", \Player.number) }
    }
    let player = Player()
    #expect(injector.injectDependencies(to: player).didInject)
    let elsewhere = await Task.detached { injector.injectDependencies(to: Player()).didInject }
      .value
    #expect(!elsewhere)
  }

  @Test @MainActor func declaredForNoActorItIsFilledEverywhereWhereverItIsConfigured() async {
    let injector = mainActorInjector { $0.declare("number", \Player.number) }
    let here = injector.injectDependencies(to: Player()).didInject
    let elsewhere = await Task.detached { injector.injectDependencies(to: Player()).didInject }
      .value
    #expect(here && elsewhere)
  }

  @Test @MainActor func aScopeThatIsSetForTheMainActorKeepsTheValueThere() async {
    final class Notes: Constructible {
      var count = 0
      static var provider: Provider<Notes> {
        .initializer(Notes.init)
      }
      nonisolated init() {}
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { $0.setScope(.singleton, for: .type(Notes.self)) }
    }
    let isGivenElsewhere = await Task.detached { injector.instance(of: Notes.self) != nil }.value
    #expect(!isGivenElsewhere && log.kinds == [.bindingOnAnotherActor])
    let notes = injector.instance(of: Notes.self)
    #expect(notes != nil && notes === injector.instance(of: Notes.self))
  }

  @Test @MainActor func aRegistryThatIsPutInTheActorsPlaceChangesNothing() async {
    final class Notes {}
    final class Desk {
      nonisolated(unsafe) var notes: Notes?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { $0.declare("notes", \Desk.notes) }
      let snapshot = registry
      registry.onMainActor { registry in
        registry.withRegistry { $0 = snapshot }
        registry.register("notes", instance: Notes())
      }
    }
    let isGivenElsewhere = await Task.detached {
      injector.injectDependencies(to: Desk()).didInject
    }.value
    #expect(!isGivenElsewhere && log.kinds == [.bindingOnAnotherActor])
    #expect(injector.injectDependencies(to: Desk()).didInject)
  }

  @Test func anActorInjectsItselfAndNobodyElseDoes() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.register("number", instance: 4) }
    let account = Account()
    #expect(!injector.injectDependencies(to: account).didInject)
    #expect(await account.number == nil)
    #expect(log.kinds == [.wrongActor])
    #expect(log.issues.first?.requiredActor == "Account")
    #expect(await account.injectItself(injector))
    #expect(await account.number == 4)
    #expect(await account.inject(Account(), injector) == false)
  }

  @globalActor actor Archive {
    static let shared = Archive()
    @Injected private(set) var number: Int?

    @Archive static func makeInjector(_ log: IssueLog) -> PropertyInjector {
      PropertyInjector(reportingTo: log) { registry in
        registry.register("number", instance: 1)
        registry.confined(to: Archive.shared) { $0.declare(Archive.self) }
      }
    }

    func inject(_ other: Archive, _ injector: PropertyInjector) -> Bool {
      number = nil
      return injector.injectDependencies(to: other).didInject
    }
  }

  @Test func aGlobalActorThatInjectsItselfInjectsNoOtherOfItsType() async {
    let log = IssueLog()
    let injector = await Archive.makeInjector(log)
    #expect(await Archive.shared.inject(.shared, injector))
    let other = Archive()
    #expect(await Archive.shared.inject(other, injector) == false)
    #expect(await other.number == nil && log.kinds == [.wrongActor])
  }

  @Test @MainActor func aConfinedClassWithMarkedPropertiesOnlyIsInjectedOnItsActor() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.onMainActor { $0.declare(MarkedViewModel.self) }
    }
    let viewModel = MarkedViewModel()
    let elsewhere = await Task.detached {
      injector.injectDependencies(to: viewModel).didInject
    }.value
    #expect(!elsewhere && viewModel.number == nil)
    #expect(log.kinds == [.wrongActor])
    #expect(injector.injectDependencies(to: viewModel).didInject)
  }

  @Test func aHookOfAnActorKeepsTheWholeInjectionOnThatActor() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \HookedOnMain.number)
    }
    let object = HookedOnMain()
    #expect(!injector.injectDependencies(to: object).didInject)
    #expect(object.number == nil)
    #expect(log.kinds == [.hookOnAnotherActor])
    await MainActor.run {
      let here = HookedOnMain()
      #expect(injector.injectDependencies(to: here).injected == ["number"])
      #expect(here.hooks == 1)
    }
    // What the main actor was allowed is not allowed elsewhere, however long one tries.
    for _ in 0..<50 {
      await Task.yield()
      #expect(!injector.injectDependencies(to: HookedOnMain()).didInject)
    }
  }

  @Test @MainActor func aConformanceOfAnActorIsUsedOnThatActorOnly() async {
    let log = IssueLog()
    let viewModel = ViewModel()
    for isMainFirst in [true, false] {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("shared", instance: viewModel)
        registry.onMainActor { $0.register("confined", instance: viewModel) }
        registry.declare("shared", \Screens.shared)
        registry.declare("confined", \Screens.confined)
        registry.register("plain", instance: PlainScreen())
        registry.declare("plain", \Screens.plain)
      }
      if isMainFirst {
        let here = Screens()
        injector.injectDependencies(to: here)
        #expect(here.shared === viewModel && here.confined === viewModel && here.plain != nil)
      }
      let elsewhere = await Task.detached {
        let result = injector.injectDependencies(to: Screens())
        return (result.injected, result.unfilled.map(\.description))
      }.value
      #expect(elsewhere.0 == ["plain"])
      #expect(
        elsewhere.1 == ["shared (conformanceOnAnotherActor)", "confined (bindingOnAnotherActor)"])
      let here = Screens()
      injector.injectDependencies(to: here)
      #expect(here.shared === viewModel && here.confined === viewModel)
    }
  }

  @Test @MainActor func aConfinedInstanceFillsInjectionsOfItsActorOnly() async throws {
    let log = IssueLog()
    let player = Player()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { registry in
        registry.register("player", instance: player)
        registry.register("other") { Player() }
      }
      registry.declare("player", \Stage.player)
      registry.declare("other", \Stage.other)
    }
    let here = Stage()
    #expect(injector.injectDependencies(to: here).injected == ["player", "other"])
    #expect(here.player === player)
    let reasons = await Task.detached {
      injector.injectDependencies(to: Stage()).unfilled.map(\.reasonName)
    }.value
    #expect(reasons == [.bindingOnAnotherActor, .bindingOnAnotherActor])
    #expect(log.kinds == [.bindingOnAnotherActor, .bindingOnAnotherActor])
    #expect(log.issues.first?.requiredActor == "MainActor")
    #expect(injector.instance(for: .named("player", Player.self)) === player)
  }

  @Test func aMainActorFactoryRunsOnTheMainActorOnly() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title") { @MainActor in ViewModel().title }
    }
    let elsewhere: String? = injector.instance(for: "title")
    #expect(elsewhere == nil)
    #expect(log.kinds == [.bindingOnAnotherActor])
    let onMain: String? = await MainActor.run { injector.instance(for: "title") }
    #expect(onMain == "untitled")
  }

  @Archive final class Shelf {
    let label: String
    init(label: String) { self.label = label }
  }

  @Test func aFactoryAndAnInitializerTellTheirActor() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("label", instance: "looked up")
      registry.register("shelf") { @Archive in Shelf(label: "made") }
      registry.register("kept", in: .singleton) { @Archive in Shelf(label: "kept") }
      registry.register("looking") { @Archive injector in
        Shelf(label: injector.instance(for: "label") ?? "")
      }
      registry.register("taking") { @Archive (_: PropertyInjector, label: String) in
        Shelf(label: label)
      }
      registry.register("known", .initializer(Shelf.init(label:), .value("known")))
      registry.register("except", .initializer(Shelf.init(label:), byTypeExcept: .value("except")))
      registry.register("static", .initializer(Shelf.init(label:), .key("label")))
    }
    let names = ["shelf", "kept", "looking", "known", "except", "static"]
    for name in names {
      #expect(injector.instance(for: .named(name, Shelf.self)) == nil)
    }
    #expect(injector.instance(for: .named("taking", Shelf.self), "taken") == nil)
    #expect(log.kinds == Array(repeating: .bindingOnAnotherActor, count: 7))
    #expect(log.issues.allSatisfy { $0.requiredActor == "Archive" })
    let labels = await there(injector, names)
    #expect(labels == ["made", "kept", "looked up", "known", "except", "looked up", "taken"])
    #expect(log.issues.count == 7)
  }

  @Archive private func there(_ injector: PropertyInjector, _ names: [String]) -> [String?] {
    names.map { injector.instance(for: .named($0, Shelf.self))?.label }
      + [injector.instance(for: .named("taking", Shelf.self), "taken")?.label]
  }

  @Test func aDistributedActorIsNotInjectedFromOutside() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.register("number", instance: 1) }
    let player = RemotePlayer(actorSystem: LocalTestingDistributedActorSystem())
    #expect(!injector.injectDependencies(to: player).didInject)
    #expect(log.kinds == [.wrongActor])
    #expect(log.issues.first?.requiredActor == "RemotePlayer")
  }

  @Test(arguments: [false, true])
  @MainActor func whatAMainActorClassDeclaresItselfIsFilledThereOnly(_ isConfined: Bool) async {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("number", instance: 1)
      if isConfined {
        registry.onMainActor { $0.declare(ListedViewModel.self) }
      } else {
        registry.declare(ListedViewModel.self)
      }
      registry.declare(ListedModel.self)
    }
    let listed = ListedViewModel()
    let elsewhere = await Task.detached {
      (
        injector.injectDependencies(to: listed).didInject,
        injector.injectDependencies(to: ListedModel()).didInject
      )
    }.value
    #expect(!elsewhere.0 && elsewhere.1)
    #expect(injector.injectDependencies(to: listed).didInject)
  }
}

private final class ListedModel: Injectable {
  var number: Int?

  static func declareProperties(in registry: inout Registry) {
    registry.declare("number", \ListedModel.number)
  }
}

@MainActor final class ViewModel: @MainActor InjectionAware {
  private var stored: Int?
  private(set) var accesses = 0
  private(set) var hooks = 0
  let title = "untitled"

  var number: Int? {
    get {
      accesses += 1
      return stored
    }
    set {
      accesses += 1
      stored = newValue
    }
  }

  func didInjectDependencies() { hooks += 1 }
}

/// Knows nothing of what its subclass declares.
@MainActor class BaseScreen: @MainActor Titled {
  let title = "base"
}

@MainActor final class SubScreen: BaseScreen, @MainActor InjectionAware {
  private var stored: Int?
  private(set) var accesses = 0
  private(set) var hooks = 0

  var other: Int? {
    get {
      accesses += 1
      return stored
    }
    set {
      accesses += 1
      stored = newValue
    }
  }

  func didInjectDependencies() { hooks += 1 }
}

@MainActor final class MarkedViewModel {
  @Injected var number: Int?
}

@MainActor final class ListedViewModel: @MainActor Injectable {
  private var number: Int?

  static func declareProperties(in registry: inout Registry) {
    registry.onMainActor { $0.declare("number", \ListedViewModel.number) }
  }
}

distributed actor RemotePlayer {
  typealias ActorSystem = LocalTestingDistributedActorSystem
  @Injected var number: Int?
}

/// Belongs to no actor, but its hook does.
final class HookedOnMain: @MainActor InjectionAware {
  var number: Int?
  var hooks = 0
  @MainActor func didInjectDependencies() { hooks += 1 }
}

protocol Titled: AnyObject { var title: String { get } }
extension ViewModel: @MainActor Titled {}
final class PlainScreen: Titled, Sendable { let title = "plain" }

final class Screens {
  var shared: (any Titled)?
  var confined: (any Titled)?
  var plain: (any Titled)?
}

final class Stage {
  var player: Player?
  var other: Player?
}
