import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Marked properties that are not optional.
@Suite struct RequiredTests {
  private class Base {
    @Required var number: Int
  }
  private final class Player: Base, InjectionAware {
    @Required(.clock) private var watch: any Clock
    @Required(.byType) var service: Service
    @Injected var text: String!
    var hooks = 0
    var now: Int { watch.now }
    func didInjectDependencies() { hooks += number }
  }
  private struct Form: Sendable { @Required var number: Int }
  private actor Keeper {
    @Required var number: Int
    func fill(with injector: PropertyInjector) -> Int {
      injector.injectDependencies(to: self)
      return number
    }
  }

  let log = IssueLog()

  private func makeInjector() -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 7)
      registry.register(.clock, instance: StoppedClock(now: 3))
      registry.register("service", in: .singleton) { Service() }
      registry.register("text") { "text" }
    }
  }

  @Test func theyAreFilledLikeTheOthers() {
    let injector = makeInjector()
    let player = Player()
    let result = injector.injectDependencies(to: player)
    #expect(result.injected == ["number", "watch", "service", "text"])
    #expect(player.number == 7 && player.now == 3 && player.text.count == 4 && player.hooks == 7)
    #expect(player.service === injector.instance(of: Service.self))
    #expect(!injector.injectDependencies(to: player).didInject)
    #expect(log.texts == [])
  }

  @Test func whatIsSetIsLeftAlone() {
    let player = Player()
    player.number = 1
    player.number += 1
    makeInjector().injectDependencies(to: player)
    #expect(player.number == 2 && player.hooks == 2)
  }

  @Test func structsAndActorsHaveThem() async {
    let injector = makeInjector()
    var form = Form()
    injector.injectDependencies(to: &form)
    var copy = form
    copy.number = 8
    #expect(form.number == 7 && copy.number == 8)
    #expect(await Keeper().fill(with: injector) == 7)
  }

  private final class Releasing {
    @Required var part: Part
    final class Part {
      weak var owner: Releasing?
      let number: Int
      init(number: Int) { self.number = number }
      deinit { owner?.part = Part(number: number + 10) }
    }
  }

  @Test func theOldValueIsReleasedWhenTheNewOneIsInPlace() {
    let owner = Releasing()
    let part = Releasing.Part(number: 1)
    part.owner = owner
    owner.part = consume part
    owner.part = Releasing.Part(number: 2)
    #expect(owner.part.number == 11)
  }

  @Test func anInterceptedOneIsReadThroughItsGetter() {
    let player = Player()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(.named("number", Int.self), get: { $0.storedValue.map { $0 * 2 } ?? 5 })
    }
    injector.injectDependencies(to: player)
    #expect(player.number == 5)
    player.number = 4
    #expect(player.number == 8)
  }

  private final class Announcer: InjectionAware {
    @Required var number: Int
    @Required var text: String
    private(set) var announced: [String] = []
    func didInjectDependencies() { announced.append("\(text) \(number)") }
  }

  @Test func aHookWaitsUntilNothingIsMissing() {
    let injector = PropertyInjector(reportingTo: log) { $0.register("number", instance: 1) }
    let announcer = Announcer()
    let result = injector.injectDependencies(to: announcer)
    #expect(result.injected == ["number"] && announcer.announced.isEmpty)
    #expect(throws: InjectionResult.self) { try result.requireComplete() }
    injector.overriding { $0.register("text", instance: "Track") }
      .injectDependencies(to: announcer)
    #expect(announcer.announced == ["Track 1"] && log.kinds == [.unknownName])
  }

  @Test func whatIsMissingIsFoundBefore() {
    let injector = PropertyInjector(reportingTo: log) { $0.register("number", instance: 1) }
    #expect(
      Set(injector.validate(including: Player()).errors.map(\.name)) == [
        "watch", "service", "text",
      ])
    #expect(injector.validate(including: Base()).errors.isEmpty)
    injector.injectDependencies(to: Player())
    #expect(log.kinds == [.unknownName, .unknownType, .unknownName])
  }

  /// What a program of its own prints that ends with a read of a property without a value.
  private func trap(_ result: ExitTest.Result?) -> String {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let start = text.range(of: "Fatal error: ")?.upperBound ?? text.startIndex
    return text[start...].components(separatedBy: "\n").prefix { !$0.contains("stack trace") }
      .joined(separator: "\n")
  }

  @Test func aGetterThatGivesNilIsNamedByTheTrap() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let injector = PropertyInjector {
        $0.intercept(.named("number", Int.self), get: { _ in nil })
      }
      let base = Base()
      injector.injectDependencies(to: base, fileID: "App/Main.swift", line: 3)
      _ = base.number
    }
    #expect(
      trap(result).hasPrefix(
        """
        Base.number has no value: its getter has given nil.
          injected at    App/Main.swift:3
          to fix         let the getter give a value, or mark the property @Injected.
        """))
  }

  private final class Late { @Required(lazy: true) var service: Service }

  @Test func aLazyOneIsMadeWhenItIsFirstRead() {
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service") { () -> Service in
        calls.increment()
        return Service()
      }
    }
    let late = Late()
    #expect(injector.injectDependencies(to: late).injected == ["service"] && calls.count == 0)
    #expect(late.service === late.service && calls.count == 1)
  }

  @Test func aLazyOneThatGetsNothingSaysSo() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let injector = PropertyInjector {
        $0.register("service") { () -> Service? in nil }
      }
      let late = Late()
      injector.injectDependencies(to: late)
      print(late.service)
    }
    #expect(
      trap(result).hasPrefix(
        """
        The required property Late.service, of type Service, was read, and its binding has given no value.
        Late.service stayed nil: its factory has given nil.
        """))
    #expect(trap(result).contains("to fix         let it give a value, or mark the property"))
  }

  @Test func aReadThatComesTooEarlySaysWhereAndWhatToDo() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      PropertyInjector.configure { $0.register("number", instance: 1) }
      print(Player().number)
    }
    #expect(
      trap(result).hasPrefix(
        """
        The required property Player.number, of type Int, was read before it was filled.
          declared at    MarksTests/RequiredTests.swift:10
          to fix         inject the object where it is made, on its actor, before this is read: injectDependencies(to:). If it was injected, a report says what it lacks. An initializer reads it only after it has injected self.
        """))
  }

  @Test func aReadBeforeTheConfigurationSaysThat() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let player = Player()
      PropertyInjector.injectDependencies(to: player)
      print(player.number)
    }
    #expect(
      trap(result).contains(
        "this is read: injectDependencies(to:)."
      ))
  }

  /// The injection that has left it without a value says why, also that of an injector of one's own.
  @Test func aReadOfWhatIsMissingSaysWhy() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let injector = PropertyInjector { $0.register("number", instance: 1) }
      // Reported once for the type; the trap tells the place of the object's own injection.
      injector.injectDependencies(to: Player(), fileID: "App/Main.swift", line: 1)
      let player = Player()
      injector.injectDependencies(to: player, fileID: "App/Main.swift", line: 2)
      print(player.service)
    }
    #expect(
      trap(result).hasPrefix(
        """
        Player.service was read before it was filled.
        Player.service stayed nil: nothing that is registered fits its type, Service.
          declared at    MarksTests/RequiredTests.swift:14
          injected at    App/Main.swift:2
          to fix         register a value of type Service.
        """))
  }

  @Test func aReadOfWhatGaveNilSaysThat() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let injector = PropertyInjector { $0.register("number") { () -> Int? in nil } }
      let base = Base()
      injector.injectDependencies(to: base, fileID: "App/Main.swift", line: 3)
      print(base.number)
    }
    #expect(
      trap(result).hasPrefix(
        """
        Base.number was read before it was filled.
        Base.number stayed nil: its factory has given nil.
          declared at    MarksTests/RequiredTests.swift:10
          injected at    App/Main.swift:3
        """))
  }

  @Test func aReportSaysWhereThePropertyIsWritten() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register(.clock, instance: StoppedClock(now: 3))
      registry.register("text", instance: "text")
      registry.declare { Player() }
    }
    injector.injectDependencies(to: Player())
    let errors = injector.validate().errors
    #expect(errors.map(\.name) == ["service"])
    for issue in log.issues + errors {
      #expect(issue.location?.fileID == "MarksTests/RequiredTests.swift")
      #expect(issue.location?.line == 14)
    }
    #expect(log.issues.count == 1)
  }

  @Test func aQuestionMarkTooManyIsTold() {
    final class Page { @Required var service: Service? }
    let page = Page()
    let injector = PropertyInjector(reportingTo: log) { $0.register(instance: Service()) }
    injector.injectDependencies(to: page)
    let remedy = "or leave out a ?: a @Required property has none, and an @Injected one has one."
    #expect(log.issues.count == 1 && log.issues.allSatisfy { "\($0)".hasSuffix(remedy) })
  }

  @Test func aStructSaysWhereItsPropertyIsWritten() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(Form().number) }
    #expect(
      trap(result).hasPrefix(
        """
        A required property of Form, of type Int, was read before it was filled.
          declared at    MarksTests/RequiredTests.swift:20
        """))
  }

  @Test func aStructThatWasInjectedSaysWhatIsMissing() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var form = Form()
      PropertyInjector { _ in }.injectDependencies(to: &form)
      print(form.number)
    }
    #expect(
      trap(result).hasPrefix(
        """
        Form.number was read before it was filled.
        Form.number stayed nil: nothing is registered under "number", nor for its type alone, Int.
        """))
  }

  /// What an injection notes of a failure does not stand in the way of the next one.
  @Test func aLaterInjectionFillsWhatAnEarlierOneHasLeft() {
    let player = Player()
    PropertyInjector(reportingTo: log) { _ in }.injectDependencies(to: player)
    #expect(log.issues.count == 4)
    let injector = makeInjector()
    #expect(
      injector.injectDependencies(to: player).injected == ["number", "watch", "service", "text"])
    #expect(player.number == 7 && player.now == 3)
    let written = Player()
    PropertyInjector(reportingTo: log) { _ in }.injectDependencies(to: written)
    written.number = 5
    #expect(written.number == 5)
    #expect(injector.removeAccessors(of: written).isEmpty)
  }

  @Test func itIsSixteenBytesLargerThanAnOptionalOne() {
    #expect(MemoryLayout<Required<Service>>.stride == MemoryLayout<Injected<Service>>.stride + 16)
  }
}
