import PropertyInjection
import TestSupport
import Testing

/// What is given to the injector comes back filled, alone and as elements.
@Suite struct FilledValuesTests {
  private let log = IssueLog()
  private let injector: PropertyInjector

  init() {
    injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 7)
      registry.register("service", instance: Service())
      registry.declare("number", \Form.number)
      registry.declare("number", \Player.number)
      registry.declare("service", \Player.service)
    }
  }

  @Test func objectsAndStructsComeBackFilled() {
    let player = Player()
    #expect(injector.injected(player) === player && player.number == 7)
    #expect(injector.injected(Form()).number == 7)
    #expect((injector.injected(Form() as Any) as? Form)?.number == 7)
    #expect(injector.injected(Optional(Player()))?.number == 7)
    #expect(injector.injected(Player() as AnyObject) is Player)
    #expect(injector.injected(Player?.none) == nil)
    #expect(log.texts == [])
  }

  @Test func theSharedInjectorReturnsWhatItFills() {
    PropertyInjector.shared.withOverrides { registry in
      registry.register("number", instance: 8)
      registry.declare("number", \Form.number)
    } operation: {
      #expect(PropertyInjector.shared.injected(Form()).number == 8)
      #expect(PropertyInjector.shared.injected(Form(), isolation: nil).number == 8)
    }
  }

  /// Is not `Sendable`, and leaves the actor that has made it.
  private final class Handler {
    @Injected var number: Int?
    @Injected var service: Service?

    nonisolated(nonsending) func wait() async {}
    @concurrent func handle() async -> Int? { number }
  }

  @Test @MainActor func anObjectThatIsInjectedForSendingLeavesTheActor() async {
    let handler = injector.injected(Handler(), isolation: nil)
    #expect(await handler.handle() == 7)
  }

  @MainActor private final class Panel {
    @Injected var number: Int?
    @Injected var title: String?
  }

  @Test @MainActor func whatBelongsToAnActorIsNotUsedForSending() {
    let derived = injector.overriding { registry in
      registry.onMainActor { $0.register("title", instance: "Departures") }
    }
    let panel = derived.injected(Panel(), isolation: nil)
    #expect(panel.number == 7 && panel.title == nil)
    #expect(log.kinds == [.bindingOnAnotherActor])
    #expect(derived.injected(panel).title == "Departures")
  }

  @Test func theElementsOfACollectionAreFilledInTheirPlaces() {
    var forms = [Form(), Form(number: 1), Form()]
    injector.injectDependencies(toEach: &forms)
    #expect(forms.map(\.number) == [7, 1, 7])
    var slice = forms[1...]
    slice[2].number = nil
    injector.injectDependencies(toEach: &slice)
    #expect(slice.map(\.number) == [1, 7])
    var values: [Any] = [Form(), Player(), 3]
    injector.injectDependencies(toEach: &values)
    #expect((values[0] as? Form)?.number == 7 && (values[1] as? Player)?.number == 7)
  }

  @Test func theObjectsOfASequenceAreFilled() {
    let players = [Player(), Player()]
    injector.injectDependencies(toEach: players)
    #expect(players.allSatisfy { $0.number == 7 })
    let others = Set([ObjectIdentifier(players[0])]).map { _ in Player() as AnyObject }
    injector.injectDependencies(toEach: others.lazy.filter { _ in true })
    #expect(others.allSatisfy { ($0 as? Player)?.number == 7 })
  }

  @Test func theElementsThatLackSomethingAreTold() throws {
    final class Row {
      @Injected var number: Int?
      @Injected var colour: String?
      init(_ colour: String?) { self.colour = colour }
    }
    var rows = [Row("red"), Row(nil), Row("blue"), Row(nil)]
    for results in [
      injector.injectDependencies(toEach: rows), injector.injectDependencies(toEach: &rows),
    ] {
      #expect(results.incomplete.map(\.position) == [1, 3])
      #expect(results.incomplete.map(\.result.unfilled.first?.name) == ["colour", "colour"])
      let error = #expect(throws: InjectionResults.self) { try results.requireComplete() }
      #expect(error.map { "\($0)".split(separator: "\n").first } == "2 of 4 incomplete")
      #expect(error.map { "\($0)".contains("[1] unfilled: colour (unknownName)") } == true)
    }
    for row in rows { row.colour = "green" }
    try injector.injectDependencies(toEach: rows).requireComplete()
    try injector.injectDependencies(toEach: [] as [Row]).requireComplete()
    let objects = [Plain()]
    #expect(injector.injectDependencies(toEach: objects).incomplete.count == 1)
  }

  private final class Plain {}
  private protocol Plugin: AnyObject { var number: Int? { get } }
  private final class Recorder: Plugin { @Injected var number: Int? }

  @Test func theObjectsInAnArrayOfAProtocolAreFilled() {
    let plugins: [any Plugin] = [Recorder(), Recorder()]
    for plugin in plugins { injector.injectDependencies(to: plugin) }
    #expect(plugins.map(\.number) == [7, 7])
  }

  @Test func anObjectThatIsHeldAsAnyIsFilled() {
    let held: Any = Player()
    injector.injectDependencies(to: held as AnyObject)
    #expect((held as? Player)?.number == 7)
  }
}

/// For code that would rather stop than go on with nil.
@Suite struct RequiringTests {
  private final class Board {
    var number: Int?
    var title: String?
    var subtitle: String?
    var nothing: Double?
  }

  @Test func aLookUpThatIsRequiredGivesTheValueOrThrows() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.clock, instance: StoppedClock())
      registry.register("square") { (_, number: Int) in number * number }
      registry.register("empty") { Int?.none }
      registry.registerNil(.named("nothing", Int.self))
      registry.register("failing") { () throws -> Int? in throw Address.Missing.street }
    }
    #expect(try injector.require(.clock).now == 12)
    #expect(try injector.require(.named("square", Int.self), 3) == 9)
    #expect(log.issues.isEmpty)
    func issue(_ name: String) -> InjectionIssue? {
      #expect(throws: InjectionIssue.self) {
        try injector.require(.named(name, Int.self))
      }
    }
    for _ in 0..<2 {
      #expect(issue("clok")?.kindName == .unknownName)
      #expect(issue("clok")?.description.contains("\"clok\"") == true)
      #expect(issue("clock")?.kindName == .noFittingType)
      #expect(issue("square")?.kindName == .wrongArguments)
      #expect(issue("empty")?.kindName == .requiredNil)
      #expect(issue("nothing")?.lookedUpName == "nothing")
      #expect(throws: Address.Missing.street) {
        try injector.require(.named("failing", Int.self))
      }
    }
    // What it throws is reported as well, once.
    #expect(log.kinds == [.unknownName, .noFittingType, .wrongArguments, .threw])
  }

  @Test func anInjectionThatIsRequiredToBeCompleteThrowsItsResult() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("number", instance: 7)
      registry.registerNil(.named("nothing", Double.self))
      registry.declare("number", \Board.number)
      registry.declare("title", \Board.title)
      registry.declare("subtitle", \Board.subtitle, optional: true)
      registry.declare("nothing", \Board.nothing)
    }
    let error = #expect(throws: InjectionResult.self) {
      try injector.injectDependencies(to: Board()).requireComplete()
    }
    #expect(error?.unfilled.map(\.name) == ["title", "subtitle", "nothing"])
    #expect(
      error?.description.hasPrefix(
        "unfilled: title (unknownName), subtitle (unknownName, optional), nothing (boundToNil); ")
        == true)
    let board = Board()
    board.title = "Departures"
    try injector.injectDependencies(to: board).requireComplete()
    try injector.injectDependencies(to: Board()) { $0.name == "title" ? .skip : .asUsual }
      .requireComplete()
    let declaring = injector.overriding { $0.declare(Service.self) }
    try declaring.injectDependencies(to: Service()).requireComplete()
  }

  @Test func anInjectionThatCouldFillNothingIsNotComplete() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.register("number", instance: 7) }
    var boards = [Board()]
    for result in [
      injector.injectDependencies(to: Service()), injector.injectDependencies(to: Service()),
      injector.injectDependencies(to: &boards),
    ] {
      #expect(throws: InjectionResult.self) { try result.requireComplete() }
      #expect("\(result)" == "injected: none (nothingDeclared)")
      #expect(!result.isRefused && result.properties.isEmpty)
    }
  }

  @Test func theResultTellsOfEachPropertyWhatBecameOfIt() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("number", instance: 7, fileID: "App/Setup.swift", line: 1)
      registry.register("title") { String?.none }
      registry.registerNil(.named("nothing", Double.self))
      registry.declare("number", \Board.number)
      registry.declare("title", \Board.title)
      registry.declare("subtitle", \Board.subtitle)
      registry.declare("nothing", \Board.nothing)
    }
    let board = Board()
    board.subtitle = "platform 1"
    let result = injector.injectDependencies(to: board)
    #expect(result.properties.map(\.name) == ["number", "title", "subtitle", "nothing"])
    guard case .filled(from: let binding?)? = result.properties.first?.outcome else {
      Issue.record("it is not said which binding has filled it")
      return
    }
    #expect(binding.name == "number" && binding.location?.line == 1)
    #expect(
      result.properties.dropFirst().map(\.outcome) == [
        .stayedNil(.factoryGaveNil), .alreadySet, .stayedNil(.boundToNil),
      ])
    #expect(
      "\(result)" == """
        unfilled: title (factoryGaveNil), nothing (boundToNil); injected: number
        Board.title stayed nil: its factory has given nil.
        """)
    let decided = injector.injectDependencies(to: Board()) { _ in .inject(8) }
    #expect(decided.properties.first?.outcome == .filled(from: nil))
  }

  @Test @MainActor func aRefusedInjectionIsNotComplete() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.onMainActor { $0.declare("number", \Board.number) }
    }
    let isComplete = await Task.detached {
      (try? injector.injectDependencies(to: Board()).requireComplete()) != nil
    }.value
    #expect(!isComplete && log.kinds == [.wrongActor])
  }
}
