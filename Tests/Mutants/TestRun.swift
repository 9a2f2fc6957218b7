import Foundation

/// What came of a mutant.
enum Verdict: String {
  case uncompiled = "does not compile"
  case killed = "killed"
  case timedOut = "timed out"
  case survived = "survived"
}

/// Builds the copy of the package and runs its tests.
struct TestRun {
  let tree: String
  let isSanitized: Bool
  /// What each pass takes when nothing is changed; nil before that is known.
  var durations: [Double]?

  private var scratch: String { tree + "/../" + (isSanitized ? "build-thread" : "build") }
  var passes: [Pass] { isSanitized ? Passes.ofThreads : Passes.all }
  private var swift: String { ProcessInfo.processInfo.environment["SWIFT"] ?? "swift" }
  /// Optimized for ThreadSanitizer, which sees the accesses of code that is compiled for it.
  ///
  /// Without optimization that is little: the standard library's generic code, which does most of them, is not.
  private var configuration: String { isSanitized ? "release" : "debug" }
  private var options: [String] {
    let sanitizing = ["--sanitize", "thread", "-Xswiftc", "-enable-testing"]
    return ["--scratch-path", scratch, "-c", configuration] + (isSanitized ? sanitizing : [])
  }

  /// Builds everything; nil, or the first error.
  func build() -> String? {
    var firstError: String?
    var lastLine = ""
    let build = ChildProcess(
      command: [swift, "build", "--build-tests"] + options, folder: tree, timeout: 3600)
    let ending = build.run { line in
      if firstError == nil, line.contains("error:") { firstError = String(line) }
      if !line.isEmpty { lastLine = String(line) }
      return true
    }
    return ending == .exit(0) ? nil : firstError ?? lastLine
  }

  /// Runs the passes up to the first failure.
  func test() -> (verdict: Verdict, detail: String, durations: [Double]) {
    var taken: [Double] = []
    for (index, pass) in passes.enumerated() {
      let start = Date()
      // Longer than usual: tests that run side by side use the time of each processor.
      let processors = Double(ProcessInfo.processInfo.activeProcessorCount)
      let timeout = durations.map { $0[index] * 3 * processors + 10 } ?? 1800
      let (verdict, detail) = run(pass, timeout)
      if verdict != .survived { return (verdict, detail, taken) }
      taken.append(Date().timeIntervalSince(start))
    }
    return (.survived, "", taken)
  }

  private func run(_ pass: Pass, _ timeout: Double) -> (Verdict, String) {
    var failure: String?
    var lastWords = ""
    var lastLine = ""
    var summary = false
    let process = ChildProcess(
      command: command(pass), folder: tree, timeout: timeout, memory: isSanitized ? nil : 12_000)
    let ending = process.run { line in
      if !line.isEmpty { lastLine = String(line) }
      if line.contains("Fatal error") || line.contains("signal code") { lastWords = String(line) }
      if line.contains(" passed after "), line.contains("Test run with") { summary = true }
      failure = Self.failure(line)
      return failure == nil
    }
    switch ending {
    case .stopped: return (.killed, failure ?? "")
    case .timeout: return (.timedOut, "after \(Int(timeout)) s")
    case .exit(0) where summary: return (.survived, "")
    case .exit(let code):
      return (.killed, "exit \(code) \(lastWords.isEmpty ? lastLine : lastWords)")
    case .signal(let signal): return (.killed, "signal \(signal) \(lastWords)")
    }
  }

  /// The first pass runs the tests of XCTest, too.
  private func command(_ pass: Pass) -> [String] {
    var isFolder: ObjCBool = false
    let products = scratch + "/" + configuration
    let bundles = (try? FileManager.default.contentsOfDirectory(atPath: products)) ?? []
    let bundle = bundles.first { $0.hasSuffix(".xctest") } ?? ""
    let path = products + "/" + bundle
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
    else {
      return ["env"] + pass.environment + [swift, "test", "--skip-build"] + options + pass.arguments
    }
    // Where the bundle is a program, as on Linux, it starts at once.
    let environment =
      ["env"] + pass.environment + (isSanitized ? ["TSAN_OPTIONS=hard_rss_limit_mb=12000"] : [])
    guard pass == Passes.all[0] else {
      return environment + [path, "--testing-library", "swift-testing"] + pass.arguments
    }
    let both = "\"$0\" && exec \"$0\" --testing-library swift-testing \"$@\""
    return environment + ["/bin/sh", "-c", both, path] + pass.arguments
  }

  /// The test that has failed, if a line says so.
  private static func failure(_ line: Substring) -> String? {
    if line.contains("WARNING: ThreadSanitizer") { return "ThreadSanitizer" }
    if line.hasPrefix("✘"), line.contains(" recorded an issue") {
      return name(in: line, from: "Test ", to: " recorded an issue")
    }
    if line.contains(": error: ") { return name(in: line, from: ": error: ", to: " : ") }
    return nil
  }

  private static func name(in line: Substring, from start: String, to end: String) -> String {
    guard let begin = line.range(of: start)?.upperBound else { return String(line) }
    let rest = line[begin...]
    return String(rest[..<(rest.range(of: end)?.lowerBound ?? rest.endIndex)])
  }
}
