import PropertyInjection
import TestSupport
import Testing

/// The words of every report, to the letter: a test's are in the file of its name in the folder Golden.
///
/// Places are given by hand, to read well.
@Suite struct IssueTextTests {
  let setup: StaticString = "App/Setup.swift"
  let main: StaticString = "App/Main.swift"

  /// Configures and uses an injector, and expects one report of this kind, with the words of the test's
  /// golden file.
  func expectGoldenReport(
    _ kind: KindName, function: String = #function,
    sourceLocation: SourceLocation = #_sourceLocation,
    configure: (inout Registry) -> Void = { _ in }, use: (PropertyInjector) -> Void = { _ in }
  ) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { configure(&$0) }
    use(injector)
    expectGoldenReports(
      kind, in: log, function: function, file: #filePath, sourceLocation: sourceLocation)
  }

  /// The same, of an injection.
  func expectGoldenReport(
    _ kind: KindName, injecting object: some AnyObject, function: String = #function,
    sourceLocation: SourceLocation = #_sourceLocation,
    configure: (inout Registry) -> Void = { _ in }
  ) {
    expectGoldenReport(
      kind, function: function, sourceLocation: sourceLocation, configure: configure,
      use: { $0.inject(object) })
  }
}

extension PropertyInjector {
  /// Injects an object in the tenth line of a program.
  func inject(_ object: some AnyObject) {
    injectDependencies(to: object, fileID: "App/Main.swift", line: 10)
  }
}
