import PropertyInjection
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

  @Test func aReadThatComesTooEarlySaysWhatToDo() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      PropertyInjector.configure { $0.register("number", instance: 1) }
      print(Player().number)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Player.number was read before it was filled."))
    #expect(text.contains("inject the object where it is made, before number is read"))
    #expect(!text.contains("nothing is registered"))
  }

  @Test func aReadOfWhatIsMissingSaysWhy() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      PropertyInjector.configure { $0.register("number", instance: 1) }
      let player = Player()
      PropertyInjector.injectDependencies(to: player)
      print(player.service)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("Player.service was read before it was filled.\nPlayer.service stays nil"))
    #expect(text.contains("nothing that is registered fits its type, Service"))
  }

  @Test func aStructSaysTheType() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(Form().number) }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A required property of type Int was read before it was filled."))
  }
}
