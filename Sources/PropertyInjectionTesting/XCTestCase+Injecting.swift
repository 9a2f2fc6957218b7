#if canImport(XCTest)
  import Foundation
  import PropertyInjection
  public import XCTest

  extension XCTestCase {
    /// Overrides the shared injector for a part of a test, or for each test of a class.
    ///
    /// ```swift
    /// override func invokeTest() {
    ///   injecting(reportingUnused: false) { registry in
    ///     registry.install(appModule)
    ///     registry.register(instance: FakeStore([.first]) as any TicketStore)
    ///     registry.register(instance: FixedTime(day: 8) as any TimeSource)
    ///     registry.useSettings(in: InMemorySettingsStore())
    ///   } operation: {
    ///     super.invokeTest()
    ///   }
    /// }
    /// ```
    ///
    /// For XCTest what the trait `injecting` is for Swift Testing: around `super.invokeTest()` it is
    /// for each test method of the class, which runs in between with `setUp` and `tearDown`; within a
    /// method, for the operation. Each issue that the injector reports is a failure of the test. Call
    /// it on the main thread, where XCTest runs tests.
    ///
    /// - Parameters:
    ///   - reportingUnused: Whether a binding that nothing asks for is a failure. Pass false if only
    ///     some tests need what is registered.
    ///   - file: The file of the call, for failures.
    ///   - line: The line of the call, for failures.
    ///   - change: Registers what the test needs; main-actor code. An `issueHandler` that it sets
    ///     gets the issues instead.
    ///   - operation: The code that the overrides are for.
    @discardableResult
    public func injecting<Result>(
      reportingUnused: Bool = true, file: StaticString = #filePath, line: UInt = #line,
      _ change: @MainActor (inout Registry) throws -> Void, operation: () throws -> Result
    ) rethrows -> Result {
      guard Thread.isMainThread else {
        XCTFail(
          "Nothing is overridden: injecting is called on the main thread, or with await.",
          file: file, line: line)
        return try operation()
      }
      let override = try MainActor.assumeIsolated { try Self.makeOverride(change) }
      defer { if reportingUnused { Self.reportUnused(of: override) } }
      return try Override.$current.withValue(override) { try operation() }
    }

    /// Overrides the shared injector for asynchronous code of a test.
    @discardableResult
    public func injecting<Result>(
      isolation: isolated (any Actor)? = #isolation, reportingUnused: Bool = true,
      _ change: @MainActor @Sendable (inout Registry) throws -> Void,
      operation: () async throws -> Result
    ) async rethrows -> Result {
      let override = try await Self.makeOverride(change)
      defer { if reportingUnused { Self.reportUnused(of: override) } }
      return try await Override.$current.withValue(override) { try await operation() }
    }

    /// Overrides the shared injector with what a module registers and declares, and with fakes, which go before that.
    @discardableResult
    public func injecting<Result>(
      _ module: InjectionModule, reportingUnused: Bool = true, file: StaticString = #filePath,
      line: UInt = #line, _ change: @MainActor (inout Registry) -> Void = { _ in },
      operation: () throws -> Result
    ) rethrows -> Result {
      try injecting(reportingUnused: reportingUnused, file: file, line: line) { registry in
        registry.install(module)
        change(&registry)
      } operation: {
        try operation()
      }
    }

    /// Overrides the shared injector with a module of the main actor, and with fakes.
    @discardableResult
    public func injecting<Result>(
      _ module: MainActorModule, reportingUnused: Bool = true, file: StaticString = #filePath,
      line: UInt = #line, _ change: @MainActor (inout Registry) -> Void = { _ in },
      operation: () throws -> Result
    ) rethrows -> Result {
      try injecting(reportingUnused: reportingUnused, file: file, line: line) { registry in
        registry.install(module)
        change(&registry)
      } operation: {
        try operation()
      }
    }

    /// Overrides the shared injector with a module, and with fakes, for asynchronous code of a test.
    @discardableResult
    public func injecting<Result>(
      _ module: InjectionModule, isolation: isolated (any Actor)? = #isolation,
      reportingUnused: Bool = true,
      _ change: @MainActor @Sendable (inout Registry) -> Void = { _ in },
      operation: () async throws -> Result
    ) async rethrows -> Result {
      try await injecting(isolation: isolation, reportingUnused: reportingUnused) { registry in
        registry.install(module)
        change(&registry)
      } operation: {
        try await operation()
      }
    }

    @MainActor private static func makeOverride(
      _ change: @MainActor (inout Registry) throws -> Void
    ) rethrows -> Override {
      try Override.forTest(
        reportingWith: { issue in
          let place = TestReports.place(of: issue) ?? CodeLocation()
          XCTFail("\(issue)", file: place.file.staticString, line: place.line)
        }, change)
    }

    private static func reportUnused(of override: Override) {
      for (entry, binding) in override.bindingsByUse.unused {
        let place = entry.location ?? CodeLocation()
        let text = TestReports.unusedText(entry, override.near(binding))
        XCTFail(text, file: place.file.staticString, line: place.line)
      }
    }
  }

  extension SourceFile {
    /// XCTest takes no other text.
    fileprivate var staticString: StaticString {
      // Its layout is frozen: the start, the length, and flags, of which none is set for text that may not be ASCII.
      let layout: (UnsafePointer<UInt8>, Int, Int8) = (start, strlen(start), 0)
      return unsafeBitCast(layout, to: StaticString.self)
    }
  }
#endif
