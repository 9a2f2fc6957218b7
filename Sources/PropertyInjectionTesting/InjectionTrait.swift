// Exported, so that a file which imports this module needs no second import; and left out of its documentation.
@_documentation(visibility: private) @_exported import PropertyInjection
import Testing

/// Overrides the shared injector for a test, or for each test of a suite.
///
/// Made by the static functions `injecting`, in the list of a test's or a suite's traits.
public struct InjectionTrait: TestTrait, SuiteTrait, TestScoping {
  private let change: @MainActor @Sendable (inout Registry) async throws -> Void
  /// Tells traits apart, of which several may be in force.
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(_ change: @escaping @MainActor @Sendable (inout Registry) async throws -> Void) {
    self.change = change
  }

  /// True: the trait of a suite is for each test in it, and in the suites within it.
  public var isRecursive: Bool { true }

  /// The trait itself, for a suite, a test and each of its cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> InjectionTrait? { self }

  /// Runs a case of a test with overrides that are made for it, or a test with all of its cases, or a suite.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let id = ObjectIdentifier(identity)
    if testCase != nil { return try await runCase(of: test, OverrideUse.running[id], function) }
    // Of a suite's trait, the suite is the first that begins.
    if OverrideUse.running[id] != nil { return try await function() }
    let use = OverrideUse()
    try await OverrideUse.$running.withValue(
      OverrideUse.running.merging([id: use]) { $1 }, operation: function)
    use.end(test)
  }

  private func runCase(
    of test: Test, _ use: OverrideUse?, _ function: @Sendable () async throws -> Void
  ) async throws {
    TestReports.watchDetachedTasks()
    TestReports.beginCase(of: test)
    defer { TestReports.endCase(of: test) }
    let issues = IssuesOfCase(of: test)
    defer { issues.end() }
    let override = try await Override.forTest(reportingWith: issues.record, change)
    var isWhole = false
    defer {
      use?.note(override, isWhole: isWhole)
      #if compiler(>=6.3)
        TestReports.recordOtherKeys(in: override, near: test.sourceLocation)
        TestReports.recordPartialFakes(in: override, near: test.sourceLocation)
        TestReports.recordModulesLeftOut(in: override, near: test.sourceLocation)
        TestReports.recordIdleDecorators(in: override, near: test.sourceLocation)
      #endif
    }
    try await Override.$current.withValue(override) { try await function() }
    isWhole = true
  }
}

extension Trait where Self == InjectionTrait {
  /// Overrides the shared injector for a test, or for each test of a suite.
  ///
  /// ```swift
  /// @Suite(.injecting { $0.register(instance: FakeStore() as any TicketStore) })
  /// struct OverridingTests {
  ///   @Test func theListStartsEmpty() {
  ///     let list = TicketList()
  ///     PropertyInjector.injectDependencies(to: list)
  ///     #expect(list.tickets.isEmpty)
  ///   }
  /// }
  /// ```
  ///
  /// The closure runs anew for each test, and for each case of a parameterised one, so that no two
  /// share an object that it makes. What it registers goes before what the program, an outer suite
  /// and earlier traits have registered, in the task of the test and in the tasks that this starts;
  /// see `PropertyInjector.withOverrides(isolation:_:operation:)`. Tests run in parallel. The shared
  /// injector need not be configured.
  ///
  /// Under the trait
  /// - each distinct issue that the injector reports is recorded once as an issue of the test, at the
  ///   place of the injection; that of a thread, a queue or a detached task when the case ends. Expect one with
  ///   `withKnownIssue`, or leave it out with `.filterIssues`; the issue's `error` is the `InjectionIssue`. A closure that sets
  ///   `issueHandler` gets the issues instead; the handler of a module does not count.
  /// - a fake that does not fit where its name is asked for, and two bindings of a name that fit equally well, are recorded,
  ///   too; outside of tests only checks tell of them.
  /// - a binding that a test's own trait registers, and that no injection and no look-up of any of
  ///   its cases leads to, is recorded as an issue, at its registration: its name may be misspelt.
  ///   The bindings of modules and eager singletons may be unused.
  /// - a fake with a name, where properties of other names get by their type what the program registers without one, is
  ///   recorded as a warning, at its registration.
  /// - a binding of a suite's trait that no test of the suite uses is recorded once, as a warning, if the program's
  ///   configuration has nothing of its name and knows of nothing that asks for it; `replacing: true` demands that
  ///   there is something of the name.
  /// - settings that a module or the program keeps in `UserDefaults` or in a store of its own, and those of `UserDefaults` that
  ///   it gives with an object, are kept in memory, and none is stored at the start, unless the test gives a store with
  ///   `useSettings`.
  /// - a mark with a key of its own, of a type without a sample that a test injects, is recorded once in a process, as a
  ///   warning, if a check would take another binding to be meant, or none.
  /// - a module's decorator of a protocol of which no trait has registered a value is recorded once in a process, as a warning.
  /// - a call of the shared injector in a detached task, which does not see the overrides of the
  ///   tests that are running, is recorded as a warning of the first of these to end, which names them.
  ///
  /// Swift gives code in a trait the line of the function or type that has the trait.
  ///
  /// Each case costs the closure, an override, which takes a few microseconds, and a turn of the main
  /// actor.
  ///
  /// - Parameter change: Registers what the test needs, and may await it. It runs on the main actor,
  ///   so that it may also make what belongs there, see `Registry.onMainActor(_:)`.
  public static func injecting(
    _ change: @escaping @MainActor @Sendable (inout Registry) async throws -> Void
  ) -> InjectionTrait {
    InjectionTrait(change)
  }

  /// Overrides the shared injector with what a module registers and declares, and with fakes.
  ///
  /// ```swift
  /// @Suite(.injecting(appModule) { $0.register(instance: FakeStore([.first]) as any TicketStore) })
  /// struct DaysOpenTests {
  /// ```
  ///
  /// The module, which may be the program's own, configures anew for each test and for each case, also if the program has
  /// installed it, but not if an outer suite has. What must be awaited for it is awaited in a closure that installs it.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - change: Registers fakes, which go before what modules register; see ``injecting(_:)``.
  public static func injecting(
    _ module: @autoclosure @escaping @MainActor @Sendable () throws -> InjectionModule,
    _ change: @escaping @MainActor @Sendable (inout Registry) async throws -> Void = { _ in }
  ) -> InjectionTrait {
    InjectionTrait { registry in
      registry.install(try module())
      try await change(&registry)
    }
  }

  /// Overrides the shared injector with a module of the main actor, and with fakes.
  public static func injecting(
    _ module: @autoclosure @escaping @MainActor @Sendable () throws -> MainActorModule,
    _ change: @escaping @MainActor @Sendable (inout Registry) async throws -> Void = { _ in }
  ) -> InjectionTrait {
    InjectionTrait { registry in
      registry.install(try module())
      try await change(&registry)
    }
  }
}
