import Foundation
import PropertyInjectionChecking

/// Answers requests from standard input, a line each.
///
/// `--check` checks the configuration, `--graph` draws it, `--load N` answers so many requests and measures.
@main struct Importer {
  static func main() throws {
    let environment = ProcessInfo.processInfo.environment
    PropertyInjector.configure(importerModule(environment))
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "--check":
      let report = PropertyInjector.validate()
      try report.requireClean()
      try RequestContext.$values.withValue(ScopedValues()) {
        try PropertyInjector.rehearse().requireClean()
      }
      print(report)
    case "--graph":
      print(PropertyInjector.shared.graph().dot)
    case "--load":
      load(requests: arguments.last.flatMap { Int($0) } ?? 100_000)
    default:
      while let line = readLine() { print(Request.answer(line)) }
    }
  }

  /// Answers requests in ten parts, and prints the time and the memory of each.
  private static func load(requests: Int) {
    let clock = ContinuousClock()
    for part in 1...10 {
      let time = clock.measure {
        for _ in 0..<requests / 10 { precondition(Request.answer("total Ann").hasPrefix("Ann: ")) }
      }
      let each = time / (requests / 10)
      print(
        "part \(part): \(each) each, \(residentPages.map { "\($0 * 4) KiB" } ?? "memory unknown")")
    }
  }

  /// The pages of memory that the process occupies, as Linux tells it.
  private static var residentPages: Int? {
    let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return statistics.flatMap { Int($0.split(separator: " ")[1]) }
  }
}
