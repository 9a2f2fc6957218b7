import Foundation
import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionTesting
import TestSupport
import Testing

private let key = "reader.size"

/// The settings of the user, which a test neither reads nor writes.
@Suite struct SettingsOfTestsTests {
  @Test func thoseOfAModuleAreKeptInMemoryUnderItsKeys() async throws {
    let user = UserSettings("module")
    let issues = try await issues(under: .injecting(Self.readerModule(user.name)), cases: 2) { _ in
      let reader = Reader()
      PropertyInjector.injectDependencies(to: reader)
      #expect(reader.size == nil)
      reader.size = 12
      let other = Reader()
      PropertyInjector.injectDependencies(to: other)
      #expect(other.size == 12)
      let store = PropertyInjector.shared.instance(of: (any SettingsStore).self)
      #expect(store?.object(forKey: key) as? Int == 12)
    }
    #expect(issues.isEmpty && user.size == 7)
  }

  @Test func thoseOfTheProgramAreKeptInMemoryForTheWholeTest() async throws {
    let user = UserSettings("program")
    try await PropertyInjector.shared.withOverrides {
      $0.install(Self.readerModule(user.name))
    } operation: {
      let inner = InjectionTrait.injecting { $0.register("other", instance: 1) }
      let test = try #require(Test.current)
      let testCase = Test.Case.current
      let issues = try await issues(under: .injecting { _ in }) { _ in
        let reader = Reader()
        PropertyInjector.injectDependencies(to: reader)
        reader.size = 14
        try await inner.provideScope(for: test, testCase: testCase) {
          let other = Reader()
          PropertyInjector.injectDependencies(to: other)
          #expect(other.size == 14)
          #expect(PropertyInjector.shared.instance(for: .named("other", Int.self)) == 1)
        }
      }
      #expect(issues.isEmpty && user.size == 7)
    }
  }

  /// Such as a file.
  private struct LastingStore: SettingsStore {
    static let uses = Locked(0)
    func object(forKey key: String) -> Any? { use { 7 } }
    func setObject(_ object: Any, forKey key: String) { use {} }
    func removeObject(forKey key: String) { use {} }
    private func use<Value>(_ value: () -> Value) -> Value {
      Self.uses.withLock { $0 += 1 }
      return value()
    }
  }
  private static let lastingModule = InjectionModule("Lasting") { registry in
    registry.useSettings(in: LastingStore())
  }

  @Test func thoseOfAStoreOfTheProgramsOwnAreKeptInMemory() async throws {
    let ofModule = try await issues(under: .injecting(Self.lastingModule), cases: 2) { _ in
      #expect(Self.readAndWrite(30) == nil && Self.readAndWrite(32) == 30)
    }
    try await PropertyInjector.shared.withOverrides {
      $0.install(Self.lastingModule)
    } operation: {
      let ofProgram = try await issues(under: .injecting { _ in }) { _ in
        #expect(Self.readAndWrite(34) == nil && Self.readAndWrite(36) == 34)
      }
      #expect(ofModule.isEmpty && ofProgram.isEmpty)
    }
    #expect(LastingStore.uses.withLock { $0 } == 0)
  }

  @Test func aTestMayGiveAStoreOfItsOwn() async throws {
    let user = UserSettings("own")
    let trait = InjectionTrait.injecting(Self.readerModule(user.name)) {
      $0.useSettings(in: InMemorySettingsStore([key: 16])) { "reader.\($0.name)" }
    }
    let issues = try await issues(under: trait) { _ in
      let reader = Reader()
      PropertyInjector.injectDependencies(to: reader)
      #expect(reader.size == 16)
    }
    #expect(issues.isEmpty && user.size == 7)
  }

  @Test func aModuleThatIsInstalledLaterLeavesTheStoreOfTheTest() async throws {
    let user = UserSettings("later")
    let test = try #require(Test.current)
    let testCase = Test.Case.current
    let trait = InjectionTrait.injecting { registry in
      registry.useSettings(in: InMemorySettingsStore([key: 18])) { "reader.\($0.name)" }
    }
    let issues = try await issues(under: trait) { _ in
      try await InjectionTrait.injecting(Self.readerModule(user.name))
        .provideScope(for: test, testCase: testCase) {
          let reader = Reader()
          PropertyInjector.injectDependencies(to: reader)
          #expect(reader.size == 18)
        }
      PropertyInjector.shared.withOverrides {
        $0.install(Self.readerModule(user.name))
      } operation: {
        let reader = Reader()
        PropertyInjector.injectDependencies(to: reader)
        #expect(reader.size == 18)
        reader.size = 20
      }
    }
    #expect(issues.isEmpty && user.size == 7)
  }

  @Test func thoseOfModulesOfInnerOverridesAreKeptInMemory() async throws {
    let user = UserSettings("inner")
    let issues = try await issues(under: .injecting { _ in }) { _ in
      PropertyInjector.shared.withOverrides {
        $0.install(Self.readerModule(user.name))
      } operation: {
        #expect(Self.readAndWrite(22) == nil)
      }
      PropertyInjector.addOverrides { $0.install(Self.readerModule(user.name)) }
      #expect(Self.readAndWrite(24) == 22 && Self.readAndWrite(26) == 24)
    }
    #expect(issues.isEmpty && user.size == 7)
  }

  @Test func thoseThatTheProgramGivesWithAnObjectAreKeptInMemory() async throws {
    let user = UserSettings("object")
    let other = UserSettings("other")
    let issues = try await issues(under: .injecting { _ in }, cases: 2) { _ in
      func inject(_ reader: Reader, _ settings: UserSettings) -> Reader {
        PropertyInjector.shared.injectDependencies(to: reader, settings: .suite(settings.name)) {
          "reader.\($0.name)"
        }
        return reader
      }
      let reader = inject(Reader(), user)
      #expect(reader.size == nil)
      reader.size = 28
      #expect(inject(Reader(), user).size == 28 && inject(Reader(), other).size == nil)
    }
    #expect(issues.isEmpty && user.size == 7 && other.size == 7)
    let reader = Reader()
    PropertyInjector { _ in }.injectDependencies(to: reader, settings: .suite(user.name)) {
      "reader.\($0.name)"
    }
    #expect(reader.size == 7)
  }

  private static func readAndWrite(_ size: Int) -> Int? {
    let reader = Reader()
    PropertyInjector.injectDependencies(to: reader)
    defer { reader.size = size }
    return reader.size
  }

  /// Also those of the user, if it says so.
  @Test func aTestMayGiveSettingsOfTheUser() async throws {
    let user = UserSettings("user")
    let trait = InjectionTrait.injecting { registry in
      registry.useSettings(in: .suite(user.name)) { "reader.\($0.name)" }
    }
    let inner = InjectionTrait.injecting { $0.register("other", instance: 1) }
    let test = try #require(Test.current)
    let testCase = Test.Case.current
    let issues = try await issues(under: trait) { _ in
      try await inner.provideScope(for: test, testCase: testCase) {
        let reader = Reader()
        PropertyInjector.injectDependencies(to: reader)
        #expect(reader.size == 7)
        #expect(PropertyInjector.shared.instance(for: .named("other", Int.self)) == 1)
      }
    }
    #expect(issues.isEmpty)
  }

  private final class Reader {
    @Setting var size: Int?
  }

  private static func readerModule(_ suite: String) -> InjectionModule {
    InjectionModule("Reader") { registry in
      registry.useSettings(in: .suite(suite)) { "reader.\($0.name)" }
    }
  }

  /// A suite of the user's settings with a stored size.
  private struct UserSettings {
    let name: String

    init(_ name: String) {
      self.name = "PropertyInjection.SettingsOfTestsTests.\(name)"
      UserDefaults(suiteName: self.name)?.set(7, forKey: key)
    }

    var size: Int? { UserDefaults(suiteName: name)?.object(forKey: key) as? Int }
  }
}
