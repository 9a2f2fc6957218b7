import Foundation
import ReferenceModel
import Synchronization

/// Compares the library with the model in random sequences, until they differ or all are done.
@main
struct Fuzz {
  static func main() async {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      print(Options.usage)
      exit(2)
    }
    // Not printed, which may wait in a buffer: it has to be there if the program traps.
    FileHandle.standardOutput.write(Data("first seed \(options.seed)\n".utf8))
    let start = ContinuousClock.now
    let deadline = options.seconds.map { start + .seconds($0) }
    let isFound = Flag()
    let report = await withTaskGroup(of: Report.self) { group in
      for thread in 0..<options.threads {
        group.addTask { Report(thread: thread, options, deadline: deadline, until: isFound) }
      }
      var sum = Report()
      for await report in group { sum.add(report) }
      return sum
    }
    report.print(options, after: ContinuousClock.now - start)
    exit(report.difference == nil ? 0 : 1)
  }
}

/// What one thread tells all others.
private final class Flag: Sendable {
  private let raised = Atomic(false)
  var isUp: Bool { raised.load(ordering: .relaxed) }
  func raise() { raised.store(true, ordering: .relaxed) }
}

/// What one thread has done, or all of them.
private struct Report: Sendable {
  var sequences: UInt64 = 0
  var coverage = Coverage()
  var difference: Difference?

  init() {}

  /// Runs a thread's share of the sequences, until one of the threads finds a difference.
  init(
    thread: Int, _ options: Options, deadline: ContinuousClock.Instant?, until isFound: Flag
  ) {
    var index = UInt64(thread)
    while index < options.sequences && !isFound.isUp {
      if let deadline, sequences.isMultiple(of: 256), ContinuousClock.now > deadline { return }
      difference = Check.difference(seed: options.seed &+ index, coverage: &coverage)
      if difference != nil { isFound.raise() }
      sequences += 1
      index += UInt64(options.threads)
    }
  }

  mutating func add(_ other: Report) {
    sequences += other.sequences
    coverage += other.coverage
    difference = difference ?? other.difference
  }

  func print(_ options: Options, after duration: Duration) {
    let seconds = duration / .seconds(1)
    let rate = Int(Double(sequences) / seconds)
    Swift.print(difference == nil ? "no difference in" : "a difference in", terminator: " ")
    Swift.print("\(sequences) sequences from seed \(options.seed) on,", terminator: " ")
    Swift.print("\(String(format: "%.1f", seconds)) s, \(rate) in a second")
    for rule in Coverage.Rule.allCases { Swift.print("  \(rule): \(coverage[rule])") }
    if let difference { Swift.print(difference) }
  }
}

/// What is asked for on the command line.
private struct Options: Sendable {
  static let usage = "Fuzz [--sequences N] [--seed S] [--seconds T] [--threads K]"

  var sequences: UInt64 = 1_000_000
  var seed = UInt64.random(in: 0...UInt64(UInt32.max))
  var seconds: Int?
  var threads = ProcessInfo.processInfo.activeProcessorCount

  /// Nil if the arguments make no sense.
  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      guard let text = rest.popFirst(), let number = UInt64(text) else { return nil }
      switch name {
      case "--sequences": sequences = number
      case "--seed": seed = number
      case "--seconds": seconds = Int(number)
      case "--threads" where number > 0: threads = Int(number)
      default: return nil
      }
    }
  }
}
