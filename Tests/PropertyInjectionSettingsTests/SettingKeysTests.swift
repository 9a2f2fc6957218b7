import Foundation
import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// Under which key, and in which store, a setting is kept.
@Suite struct SettingKeysTests {
  let suite = TestSuite()

  @Test func theKeyIsMadeOfModuleTypeAndName() {
    let (injector, _) = suite.injector()
    let named = Named()
    injector.injectDependencies(to: named)
    named.number = 1
    #expect(suite.defaults.object(forKey: "PropertyInjectionSettingsTests.Named.number") != nil)
  }

  private final class Local { @Setting var number: Int? }
  @Test func theKeyOfAPrivateTypeIsTheSameInEveryRun() {
    let (injector, _) = suite.injector()
    let hidden = Hidden()
    let local = Local()
    injector.injectDependencies(to: hidden)
    injector.injectDependencies(to: local)
    hidden.number = 1
    local.number = 2
    #expect(suite.defaults.object(forKey: "PropertyInjectionSettingsTests.Hidden.number") != nil)
    let keys = suite.defaults.dictionaryRepresentation().keys.filter {
      $0.hasSuffix("Local.number")
    }
    #expect(keys.count == 1)
    #expect(keys.allSatisfy { !$0.contains("$") && !$0.contains("0x") })
  }

  @Test func thePropertyMayGiveItsOwnAndTheRegistryMayMakeThem() {
    let (injector, log) = suite.injector(key: { property in
      "player/\(property.declaringType)/\(property.name)/\(property.defaultKey.count)"
    })
    let named = Named()
    injector.injectDependencies(to: named)
    named.number = 1
    named.explicit = 2
    #expect(suite.defaults.object(forKey: "player/Named/number/43") as? Int == 1)
    #expect(suite.defaults.object(forKey: "its own") as? Int == 2)
    #expect(log.issues.isEmpty)
  }

  @Test func anotherStoreHasTheSameKeysUnlessItMakesItsOwn() {
    let (injector, _) = suite.injector(key: { "player.\($0.name)" })
    let named = Named()
    injector.injectDependencies(to: named, settings: InMemorySettingsStore(["player.number": 7]))
    #expect(named.number == 7)
    let derived = injector.overriding { registry in
      registry.useSettings(in: InMemorySettingsStore(["player.number": 8]))
    }
    #expect(derived.injected(Named()).number == 8)
    let other = Named()
    injector.injectDependencies(
      to: other, settings: InMemorySettingsStore(["own.number": 9]), key: { "own.\($0.name)" })
    #expect(other.number == 9)
  }

  private struct User {
    @Setting var theme: Int?
    init(id: Int) { _theme = Setting("user.\(id).theme") }
  }
  private final class Other { @Setting("user.3.theme") var color: String? }

  /// As many keys as a program has users; of the first ones a clash is found.
  @Test func aKeyForEachUserIsNotRememberedForEver() {
    let (injector, log) = suite.injector()
    for id in 0..<2_000 {
      var user = User(id: id)
      injector.injectDependencies(to: &user)
      if id % 1_000 == 7 { user.theme = id }
    }
    #expect(suite.defaults.integer(forKey: "user.1007.theme") == 1007 && log.issues.isEmpty)
    injector.injectDependencies(to: Other())
    #expect(log.kinds == [.settingKeyClash])
  }

  private final class Raw { @Setting var `page size`: Int? }
  @Test func theKeyOfARawIdentifierHasNoBackticks() {
    let (injector, log) = suite.injector()
    let raw = Raw()
    injector.injectDependencies(to: raw)
    raw.`page size` = 40
    #expect(raw.`page size` == 40 && log.issues.isEmpty)
    #expect(
      suite.defaults.dictionaryRepresentation().keys.contains { $0.hasSuffix("Raw.page size") })
  }

  private final class Derived: Named {}
  @Test func anInheritedSettingIsThatOfTheTypeThatDeclaresIt() {
    let (injector, log) = suite.injector()
    let derived = Derived()
    let named = Named()
    injector.injectDependencies(to: derived)
    injector.injectDependencies(to: named)
    derived.number = 6
    #expect(named.number == 6)
    #expect(log.issues.isEmpty)
  }

  @Test func aSecondStoreIsReportedUnlessItReplacesTheFirst() {
    let other = TestSuite()
    let (_, log) = suite.injector(configure: { $0.useSettings(in: other.store) })
    #expect(log.kinds == [.duplicateBinding])
    let (injector, silent) = suite.injector(configure: {
      $0.useSettings(in: other.store, replacing: true)
    })
    #expect(silent.issues.isEmpty)
    let named = Named()
    injector.injectDependencies(to: named)
    named.explicit = 1
    #expect(other.defaults.object(forKey: "its own") != nil)
    #expect(suite.defaults.object(forKey: "its own") == nil)
  }

  @Test func anotherStoreDoesNotRepeatTheReportsOfTheConfiguration() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("name", instance: "Jenny")
      registry.register("name", instance: "Anna")
    }
    #expect(log.kinds == [.duplicateBinding])
    injector.injectDependencies(to: Named(), settings: suite.store)
    #expect(log.kinds == [.duplicateBinding])
  }

  @Test func aCallMayUseAnotherStoreAndAnotherKey() {
    let other = TestSuite()
    let (injector, log) = suite.injector(configure: { $0.register("unrelated", instance: 1) })
    let usual = Named()
    let special = Named()
    injector.injectDependencies(to: usual)
    let result = injector.injectDependencies(to: special, settings: other.store) { property in
      "guest.\(property.name)"
    }
    #expect(result.injected == ["number", "explicit"])
    special.number = 2
    #expect(other.defaults.object(forKey: "guest.number") as? Int == 2)
    #expect(usual.number == nil)
    let none = PropertyInjector { $0.issueHandler = { log.append($0) } }
    let third = Named()
    none.injectDependencies(to: third, settings: other.store)
    third.explicit = 3
    #expect(other.defaults.object(forKey: "its own") as? Int == 3)
    #expect(log.issues.isEmpty)
  }

  private final class Wanting {
    @Setting var number: Int?
    @Injected var missing: String?
    @Injected(lazy: true) var failing: Int?
  }
  private struct Failure: Error {}

  @Test func aCallWithAnotherStoreReportsLikeOthersAndOnce() {
    let (usual, log) = suite.injector()
    let injector = usual.overriding { registry in
      registry.register("failing") { () throws -> Int? in throw Failure() }
    }
    for _ in 0..<3 {
      let wanting = Wanting()
      injector.injectDependencies(to: wanting, settings: suite.store)
      #expect(wanting.failing == nil)
    }
    #expect(log.kinds == [.unknownName, .threw])
  }

  @Test func theProcessesOwnInjectorUsesAnotherStoreToo() async {
    await #expect(processExitsWith: .success) {
      let (usual, other) = (MemoryStore(), MemoryStore())
      PropertyInjector.configure { $0.useSettings(in: usual) }
      let named = Named()
      var form = SettingsForm()
      PropertyInjector.shared.injectDependencies(to: named, settings: other, key: { $0.name })
      PropertyInjector.shared.injectDependencies(to: &form, settings: other) { "form.\($0.name)" }
      named.number = 1
      form.number = 2
      precondition(other.object(forKey: "number") as? Int == 1)
      precondition(other.object(forKey: "form.number") as? Int == 2)
      precondition(usual.object(forKey: "number") == nil)
    }
  }

  @Test func aStoreThatIsBoundAsOneServesAsWell() {
    let store = MemoryStore()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(MemoryStore.self), instance: store)
    }
    let named = Named()
    injector.injectDependencies(to: named)
    named.explicit = 3
    #expect(store.object(forKey: "its own") as? Int == 3)
    #expect(log.issues.isEmpty)
  }

  @Test func aStructMayHaveAnotherStore() {
    let store = MemoryStore()
    let (injector, _) = suite.injector()
    var form = SettingsForm()
    #expect(injector.injectDependencies(to: &form, settings: store).injected == ["number"])
    form.number = 3
    #expect(
      !suite.defaults.dictionaryRepresentation().keys.contains { $0.hasSuffix("Form.number") })
  }

  private final class One {
    @Setting("shared") var theme: String?
    @Setting("clash") var number: Int?
  }
  private final class Two {
    @Setting("shared") var appearance: String?
    @Setting("clash") var text: String?
  }

  @Test func twoSettingsWithOneKeyAreReportedWhereThatIsAMistake() throws {
    let (injector, log) = suite.injector()
    let one = One()
    let two = Two()
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: two)
    one.theme = "dark"
    #expect(two.appearance == "dark")
    #expect(log.kinds == [.settingKeyClash])
    let issue = try #require(log.issues.first)
    #expect(issue.name == "text" && issue.lookedUpName == "clash")
    #expect(issue.related.map(\.name) == ["One.number"])
  }

  private final class Owner {
    @Setting var theme: String?
    @Setting var appearance: String?
    init() {
      let setting = Setting<String>(wrappedValue: "plain", "theme")
      (_theme, _appearance) = (setting, setting)
    }
  }

  @Test func twoPropertiesMadeOfOneWrapperShareOneSetting() {
    let (injector, log) = suite.injector()
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["theme", "appearance"])
    owner.theme = "dark"
    #expect(owner.appearance == "dark")
    #expect(injector.removeAccessors(of: owner) { $0.name == "theme" } == ["theme"])
    owner.appearance = "light"
    #expect(owner.theme == "plain" && owner.appearance == "light")
    #expect(log.issues.isEmpty)
  }

  @Test func likeNamedPrivateTypesAreAMistakeToo() {
    let (injector, log) = suite.injector()
    func one() {
      final class Same { @Setting var number: Int? }; injector.injectDependencies(to: Same())
    }
    func two() {
      final class Same { @Setting var number: Int? }; injector.injectDependencies(to: Same())
    }
    one()
    two()
    #expect(log.kinds == [.settingKeyClash])
  }
}

class Named {
  @Setting var number: Int?
  @Setting("its own") var explicit: Int?
}

private final class Hidden { @Setting var number: Int? }

struct SettingsForm { @Setting var number: Int? }
