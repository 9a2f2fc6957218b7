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
    expectReports(
      """
      Owner.number is no setting yet: no settings store is registered.
        injected at    App/Main.swift:10
        to fix         registry.useSettings(in: .standard), or another store.
      """,
      injector: { log in PropertyInjector { $0.issueHandler = { log.append($0) } } })
  }

  @Test func whatIsStoredIsOfAnotherType() {
    suite.defaults.set("seven", forKey: "number")
    expectReports(
      """
      Owner.number reads as nil or its default: what is stored under "number" is of type String, not Int.
        injected at    App/Main.swift:10
        to fix         write a value, or nil to remove what is stored; until then it is left as it is.
      """)
  }

  @Test func whatIsStoredCannotBeDecoded() {
    final class Owner { @Setting("date") var dates: [Date?]? }
    suite.defaults.set(Data([1]), forKey: "date")
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner, fileID: "App/Main.swift", line: 10)
    _ = owner.dates
    #expect(
      log.issues.map(\.description) == [
        """
        Owner.dates reads as nil or its default: what is stored under "date" cannot be decoded, \
        DecodingError.dataCorrupted.
          injected at    App/Main.swift:10
          to fix         write a value, or nil to remove what is stored; until then it is left as it is.
        """
      ])
  }

  @Test func thereAreTwoStores() {
    let log = IssueLog()
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: suite.store, fileID: "App/Setup.swift", line: 1)
      registry.useSettings(in: suite.store, fileID: "App/Other.swift", line: 2)
    }
    #expect(
      log.issues.map(\.description) == [
        """
        any SettingsStore is registered twice; the first registration is kept.
          registered at  App/Other.swift:2
          first at       any SettingsStore (App/Setup.swift:1)
          to fix         remove one of the two, or pass replacing: true.
        """
      ])
  }

  @Test func aStoreIsAskedOutsideItsScope() {
    expectReports(
      """
      No instance of any SettingsStore: the scope of its binding has thrown NoRequest.
        registered at  App/Setup.swift:1
        for            Owner.number -> any SettingsStore
        asked for at   App/Main.swift:10
        to fix         ask within the scope, or keep the value in another one.
      """,
      injector: { log in
        PropertyInjector(reportingTo: log) { registry in
          registry.register(
            .type((any SettingsStore).self), in: .custom(RequestStore()), fileID: "App/Setup.swift",
            line: 1
          ) { MemoryStore() }
        }
      })
  }

  @Test func whatMakesTheStoreHasThrown() {
    expectReports(
      """
      No instance of any SettingsStore: what makes it has thrown NoRequest.
        registered at  App/Setup.swift:1
        made by        () -> any SettingsStore
        for            Owner.number -> any SettingsStore
        asked for at   App/Main.swift:10
        to fix         see to the cause, the issue's underlyingError.
      """,
      injector: { log in
        PropertyInjector(reportingTo: log) { registry in
          registry.register(
            .type((any SettingsStore).self), fileID: "App/Setup.swift", line: 1
          ) { () throws -> (any SettingsStore)? in throw NoRequest() }
        }
      })
  }

  @Test func whatMakesTheStoreHasGivenNil() {
    expectReports(
      """
      Owner.number is no setting yet: no settings store is registered.
        injected at    App/Main.swift:10
        to fix         registry.useSettings(in: .standard), or another store.
      """,
      injector: { log in
        PropertyInjector(reportingTo: log) { registry in
          registry.register(.type((any SettingsStore).self)) { nil as (any SettingsStore)? }
        }
      })
  }

  @Test func twoStoresFit() {
    struct Other: SettingsStore {
      func object(forKey key: String) -> Any? { nil }
      func setObject(_ object: Any, forKey key: String) {}
      func removeObject(forKey key: String) {}
    }
    expectReports(
      """
      Owner.number is no setting yet: no settings store is registered.
        injected at    App/Main.swift:10
        to fix         registry.useSettings(in: .standard), or another store.
      """,
      injector: { log in
        PropertyInjector(reportingTo: log) { registry in
          registry.register("one", instance: Other())
          registry.register("other", instance: MemoryStore())
        }
      })
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
        return injector.make("nest", depth - 1)
      }
    }
    #expect(injector.make(.named("nest", Bool.self), 31) == true)
    #expect(
      log.issues.map(\.description) == [
        """
        Owner.number stayed nil: factories, hooks and the like are nested 33 deep, at last \
        "nest": Bool -> "nest": Bool -> Owner.number.
          injected at    App/Main.swift:10
          to fix         look for a factory or a hook that injects without end.
        """
      ])
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
    #expect(
      log.issues.map(\.description) == [
        """
        Owner.number was not stored under "number": its store has not written it through.
          injected at    App/Main.swift:10
          to fix         see to the store; the value is in memory.
        """
      ])
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
    #expect(
      log.issues.map(\.description) == [
        """
        Owner.value was not stored under "stubborn": encoding it has thrown \
        EncodingError.invalidValue.
          injected at    App/Main.swift:10
          to fix         write a value that can be encoded; what was stored before is left as it is.
        """
      ])
  }

  @Test func whatIsStoredIsAListOrADictionary() {
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

  @Test func twoSettingsHaveOneKey() {
    final class Other { @Setting("number") var text: String? }
    let (injector, log) = suite.injector()
    injector.injectDependencies(to: Owner())
    injector.injectDependencies(to: Other(), fileID: "App/Main.swift", line: 10)
    #expect(
      log.issues.map(\.description) == [
        """
        Other.text has the key of another setting, "number".
          injected at    App/Main.swift:10
          the other      "Owner.number": Int
          to fix         give one of them a key of its own, @Setting("key").
        """
      ])
  }

  private func expectReports(
    _ text: String, injector: ((IssueLog) -> PropertyInjector)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var (used, log) = suite.injector()
    if let injector { used = injector(log) }
    let owner = Owner()
    used.injectDependencies(to: owner, fileID: "App/Main.swift", line: 10)
    _ = owner.number
    #expect(log.issues.map(\.description) == [text], sourceLocation: sourceLocation)
  }
}

private struct NoRequest: Error {}

/// Has no request.
private struct RequestStore: InjectionScopeStore {
  func instance(for key: InjectionScopeKey) throws -> ScopedInstance? { throw NoRequest() }
  func keep(_ instance: ScopedInstance, for key: InjectionScopeKey) {}
}
