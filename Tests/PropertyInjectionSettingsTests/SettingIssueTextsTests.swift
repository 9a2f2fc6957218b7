import Foundation
import PropertyInjection
import PropertyInjectionSettings
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
    _ = PropertyInjector { registry in
      registry.issueHandler = { log.append($0) }
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
