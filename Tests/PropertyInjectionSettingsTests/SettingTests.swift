import Foundation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionSettings
import TestSupport
import Testing

/// Settings as windows onto real user defaults.
@Suite struct SettingTests {
  final class Player {
    @Setting var username: String?
    @Setting var volume: Double? = 0.5
  }

  let suite = TestSuite()
  var prefix: String { "PropertyInjectionSettingsTests.SettingTests.Player" }

  @Test func readingReadsTheStoreAndWritingWritesIt() {
    let (injector, log) = suite.injector()
    let player = Player()
    #expect(injector.injectDependencies(to: player).injected == ["username", "volume"])
    #expect(player.username == nil)
    player.username = "jenny"
    #expect(suite.defaults.string(forKey: "\(prefix).username") == "jenny")
    suite.defaults.set("mary", forKey: "\(prefix).username")
    #expect(player.username == "mary")
    player.username = nil
    #expect(suite.defaults.object(forKey: "\(prefix).username") == nil)
    #expect(player.username == nil)
    #expect(log.issues.isEmpty)
  }

  @Test func theDefaultIsReadWhereNothingIsStoredAndIsNotStored() {
    let (injector, _) = suite.injector()
    let player = Player()
    #expect(player.volume == 0.5)
    injector.injectDependencies(to: player)
    #expect(player.volume == 0.5)
    #expect(suite.defaults.object(forKey: "\(prefix).volume") == nil)
    player.volume = 0.75
    #expect(player.volume == 0.75)
    player.volume = nil
    #expect(player.volume == 0.5)
    suite.defaults.register(defaults: ["\(prefix).volume": 0.25])
    #expect(player.volume == 0.25)
  }

  @Test func aCheckTellsWhetherThereIsAStore() {
    let without = PropertyInjector { $0.declare(Player.self) }
    #expect(
      without.validate().findings.map { "\($0.severity) \($0.issue.name ?? "")" }
        == ["warning username", "warning volume"])
    #expect(
      without.validate().findings.first?.description == """
        warning: Player.username is no setting yet: no settings store is registered.
          to fix         registry.useSettings(in: .standard), or another store; in a test, in: InMemorySettingsStore().
        """)
    #expect(without.explain(Player()).properties.map(\.outcome) == [.staysNil, .staysNil])
    #expect(without.graph().mermaid.contains("username: String\"]:::missing"))
    let (injector, _) = suite.injector()
    #expect(injector.validate(including: Player.self).findings.isEmpty)
    #expect(injector.explain(Player.self).properties.map(\.outcome) == [.filled, .filled])
    #expect(injector.explain(Player.self).description.contains("any SettingsStore"))
  }

  private final class Aware: InjectionAware {
    @Setting var number: Int?
    var seen: [Int?] = []
    func didInjectDependencies() { seen.append(number) }
  }

  @Test func aSettingIsFilledWhateverItReadsAndTheHookIsCalled() {
    let (injector, _) = suite.injector()
    let aware = Aware()
    guard
      case .filled(from: let store?)? = injector.injectDependencies(to: aware).properties.first?
        .outcome
    else {
      Issue.record("the result does not say which store it has")
      return
    }
    #expect(store.type == (any SettingsStore).self && store.name == nil)
    #expect(!injector.injectDependencies(to: aware).didInject)
    aware.number = 4
    aware.number = nil
    #expect(!injector.injectDependencies(to: aware).didInject)
    #expect(aware.seen == [nil])
  }

  @Test func beforeTheInjectionItIsAPlainPropertyAndOneThatIsSetStaysIt() {
    let (injector, _) = suite.injector()
    let player = Player()
    player.username = "early"
    #expect(player.username == "early")
    #expect(injector.injectDependencies(to: player).injected == ["volume"])
    player.username = "late"
    #expect(suite.defaults.object(forKey: "\(prefix).username") == nil)
  }

  @Test func itIsTakenOffAndIsPlainThen() {
    let (injector, _) = suite.injector()
    let player = Player()
    injector.injectDependencies(to: player)
    player.username = "stored"
    player.volume = 1
    #expect(injector.removeAccessors(of: player) == ["username", "volume"])
    #expect(player.username == nil && player.volume == 0.5)
    player.username = "plain"
    #expect(suite.defaults.string(forKey: "\(prefix).username") == "stored")
    player.username = nil
    #expect(injector.injectDependencies(to: player).injected == ["username", "volume"])
    #expect(player.username == "stored" && player.volume == 1)
  }

  @Test func twoObjectsHaveOneSetting() {
    let (injector, log) = suite.injector()
    let one = Player()
    let two = Player()
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: two)
    one.username = "both"
    #expect(two.username == "both")
    #expect(log.issues.isEmpty)
  }

  @Test func theObjectIsNotKept() {
    let (injector, _) = suite.injector()
    weak var gone: Player?
    do {
      let player = Player()
      injector.injectDependencies(to: player)
      player.username = "x"
      gone = player
    }
    #expect(gone == nil)
  }

  @Test func withoutAStoreItStaysPlainAndThatIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector { $0.issueHandler = { log.append($0) } }
    let player = Player()
    let result = injector.injectDependencies(to: player)
    #expect(!result.didInject)
    #expect(result.unfilled.map(\.reasonName) == [.noSettingsStore, .noSettingsStore])
    #expect(log.kinds == [.noSettingsStore, .noSettingsStore])
    player.username = "plain"
    #expect(player.username == "plain" && player.volume == 0.5)
  }

  private class Base {
    @Setting private var number: Int?
    func set(_ value: Int) { number = value }
  }
  private final class Derived: Base {
    @Setting private var number: Int?
    var revealed: Int? { number }
  }
  private struct Form { @Setting var number: Int? }

  @Test func privateInheritedAndStructsSettingsAreFound() {
    let (injector, log) = suite.injector()
    let derived = Derived()
    #expect(injector.injectDependencies(to: derived).injected == ["number", "number"])
    derived.set(1)
    #expect(derived.revealed == nil)
    var form = Form()
    #expect(injector.injectDependencies(to: &form).injected == ["number"])
    form.number = 5
    let other = Form()
    var copy = other
    injector.injectDependencies(to: &copy)
    #expect(other.number == nil && copy.number == 5)
    #expect(log.issues.isEmpty)
  }

  @Test func aDecisionGoesBeforeTheWindow() {
    let (injector, _) = suite.injector()
    let player = Player()
    injector.injectDependencies(to: player) { property in
      property.name == "username" ? .inject("decided") : .skip
    }
    #expect(player.username == "decided" && player.volume == 0.5)
    #expect(suite.defaults.object(forKey: "\(prefix).username") == nil)
  }

  private final class Shared: @unchecked Sendable { @Setting var number: Int? }
  @Test func manyThreadsUseItAtOnce() {
    let (injector, log) = suite.injector()
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let shared = Shared()
      injector.injectDependencies(to: shared)
      for _ in 0..<200 {
        shared.number = number
        _ = shared.number
      }
      shared.number = nil
    }
    #expect(log.issues.isEmpty)
  }
}
