import Foundation
import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// The words of reports about settings, to the letter.
@Suite struct SettingIssueTextsTests {
  let suite = TestSuite()

  final class Owner {
    @Setting("number") var number: Int?
  }

  @Test func thereIsNoStore() {
    expectGoldenReport(.noSettingsStore) { log in
      PropertyInjector { $0.issueHandler = { log.append($0) } }
    }
  }

  @Test func aStoredValueIsOfAnotherType() {
    suite.defaults.set("seven", forKey: "number")
    expectGoldenReport(.unreadableSetting)
  }

  @Test func aStoredValueCannotBeDecoded() {
    final class Owner { @Setting("date") var dates: [Date?]? }
    suite.defaults.set(Data([1]), forKey: "date")
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner, fileID: "App/Main.swift", line: 10)
    _ = owner.dates
    expectGoldenReports(.unreadableSetting, in: log)
  }

  @Test func thereAreTwoStores() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: suite.store, fileID: "App/Setup.swift", line: 1)
      registry.useSettings(in: suite.store, fileID: "App/Other.swift", line: 2)
    }
    expectGoldenReports(.duplicateBinding, in: log)
  }

  @Test func aStoreIsAskedOutsideItsScope() {
    expectGoldenReport(.outOfScope) { log in
      PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type((any SettingsStore).self), in: .values { nil },
          fileID: "App/Setup.swift",
          line: 1
        ) { MemoryStore() }
      }
    }
  }

  @Test func theStoresFactoryHasThrown() {
    expectGoldenReport(.threw) { log in
      PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type((any SettingsStore).self), fileID: "App/Setup.swift", line: 1
        ) { () throws -> (any SettingsStore)? in throw NoRequest() }
      }
    }
  }

  @Test func theStoresFactoryHasGivenNil() {
    expectGoldenReport(.noSettingsStore) { log in
      PropertyInjector(reportingTo: log) { registry in
        registry.register(.type((any SettingsStore).self)) { nil as (any SettingsStore)? }
      }
    }
  }

  @Test func twoStoresFit() {
    struct Other: SettingsStore {
      func object(forKey key: String) -> Any? { nil }
      func setObject(_ object: Any, forKey key: String) {}
      func removeObject(forKey key: String) {}
    }
    expectGoldenReport(.noSettingsStore) { log in
      PropertyInjector(reportingTo: log) { registry in
        registry.register("one", instance: Other())
        registry.register("other", instance: MemoryStore())
      }
    }
  }

  @Test func aSettingIsTooDeep() {
    let log = IssueLog()
    let store = MemoryStore()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: store)
      registry.register("nest") { (injector, depth: Int) -> Bool? in
        guard depth > 0 else {
          injector.injectDependencies(to: Owner(), fileID: "App/Main.swift", line: 10)
          return true
        }
        return injector.instance(for: "nest", depth - 1)
      }
    }
    SmallThread.run {
      for depth in 0... {
        _ = injector.instance(for: .named("nest", Bool.self), depth)
        if !log.issues.isEmpty { break }
      }
    }
    let text = log.texts.joined().replacing(/\d+ (?=deep|more)/, with: "N ")
    #expect(log.kinds == [.tooDeep] && text.hasPrefix("Owner.number stayed nil: factories, hooks"))
  }

  @Test func theChangeIsNotWrittenThrough() {
    struct Full: SettingsStore {
      func object(forKey key: String) -> Any? { nil }
      func setObject(_ object: Any, forKey key: String) {}
      func removeObject(forKey key: String) {}
      func synchronize() -> Bool { false }
    }
    final class Owner { @Setting("number", writesThrough: true) var number: Int? }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: Full())
    }
    let owner = Owner()
    injector.injectDependencies(to: owner, fileID: "App/Main.swift", line: 10)
    owner.number = 1
    owner.number = 2
    expectGoldenReports(.unwrittenSetting, in: log)
  }

  @Test func aValueIsNotEncoded() {
    struct Stubborn: Codable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          self, EncodingError.Context(codingPath: [], debugDescription: ""))
      }
    }
    final class Owner { @Setting("stubborn") var value: Stubborn? }
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner, fileID: "App/Main.swift", line: 10)
    for _ in 0..<2 { owner.value = Stubborn() }
    expectGoldenReports(.unwrittenSetting, in: log)
  }

  @Test func aStoredValueIsAListOrADictionary() {
    suite.defaults.set([1, 2], forKey: "number")
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner)
    _ = owner.number
    suite.defaults.set(["a": 1], forKey: "number")
    _ = owner.number
    suite.defaults.set(Date(), forKey: "number")
    _ = owner.number
    suite.defaults.set(1.5, forKey: "number")
    _ = owner.number
    #expect(
      log.issues.map { "\($0.foundType.map { "\($0)" } ?? "nil")" } == [
        "Array<Any>", "Dictionary<String, Any>", "Date", "Double",
      ])
  }

  @Test func aStoreGivesAnObjectThatIsInNoPropertyList() {
    struct Odd: SettingsStore {
      func object(forKey key: String) -> Any? { URL(fileURLWithPath: "/") }
      func setObject(_ object: Any, forKey key: String) {}
      func removeObject(forKey key: String) {}
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.useSettings(in: Odd()) }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(owner.number == nil)
    #expect(log.issues.map { $0.foundType == URL.self } == [true])
  }

  @Test func twoSettingsHaveOneKey() {
    final class Other { @Setting("number") var text: String? }
    let (injector, log) = suite.injector()
    injector.injectDependencies(to: Owner())
    injector.injectDependencies(to: Other(), fileID: "App/Main.swift", line: 10)
    expectGoldenReports(.settingKeyClash, in: log)
  }

  /// Uses a setting, and expects one report of this kind, with the words of the test's golden file.
  private func expectGoldenReport(
    _ kind: KindName, function: String = #function,
    sourceLocation: SourceLocation = #_sourceLocation,
    makingInjector: ((IssueLog) -> PropertyInjector)? = nil
  ) {
    var (injector, log) = suite.injector()
    if let makingInjector { injector = makingInjector(log) }
    let owner = Owner()
    injector.injectDependencies(to: owner, fileID: "App/Main.swift", line: 10)
    _ = owner.number
    expectGoldenReports(kind, in: log, function: function, sourceLocation: sourceLocation)
  }
}

private struct NoRequest: Error {}

/// Has no request.
