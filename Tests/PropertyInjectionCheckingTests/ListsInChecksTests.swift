import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Lists of values that ask for lists, in every combination: a check says what an injection reports.
@Suite struct ListsInChecksTests {
  private protocol Tone: AnyObject, Sendable {}
  private protocol Chord: AnyObject, Sendable {}
  private final class Flute: Tone, @unchecked Sendable { @Injected var chords: [any Chord]? }
  private final class Organ: Tone, Chord, @unchecked Sendable { @Required var tones: [any Tone] }
  private final class Harp: Chord, Sendable {}
  private final class Lyre: Tone, Sendable { init(_ chords: [any Chord]) {} }
  private final class Score: Chord, @unchecked Sendable {
    @Required var flute: Flute
    @Injected(optional: true) var tones: [any Tone]?
  }
  private final class Stage {
    @Required var tones: [any Tone]
    @Injected(optional: true) var chords: [any Chord]?
  }

  /// For each type: not registered, in no scope, or a singleton.
  private func makeInjector(_ number: Int, _ log: IssueLog) -> PropertyInjector {
    var rest = number
    func scope() -> InjectionScope? {
      defer { rest /= 3 }
      return [nil, .unique, .singleton][rest % 3]
    }
    return PropertyInjector(reportingTo: log) { registry in
      registry.declare { Stage() }
      registry.declare { Flute() }
      registry.declare { Organ() }
      registry.declare { Score() }
      if let scope = scope() { registry.register(in: scope) { Flute() } }
      if let scope = scope() { registry.register(in: scope) { Organ() } }
      if let scope = scope() { registry.register(in: scope) { Harp() } }
      if let scope = scope() { registry.register(in: scope, .initializer(Lyre.init)) }
      if let scope = scope() { registry.register(in: scope) { Score() } }
    }
  }

  private static let starts: [@Sendable (PropertyInjector) -> Void] = [
    { $0.injectDependencies(to: Stage()) },
    { $0.injectDependencies(to: Flute()) },
    { $0.injectDependencies(to: Organ()) },
    { $0.injectDependencies(to: Score()) },
    { _ = $0.instances(of: (any Tone).self) },
    { _ = $0.instances(of: (any Chord).self) },
    { if $0.contains(.type(Lyre.self)) { _ = $0.instance(of: Lyre.self) } },
  ]

  @Test func aCheckRefusesWhatAnInjectionReports() {
    var counts = (clean: 0, refused: 0)
    for number in Effort.sample(Array(0..<243), oneOf: 6, for: "lists") {
      let report = makeInjector(number, IssueLog()).validate()
      let refused = report.findings.contains {
        $0.severity >= .warning && $0.issue.kindName != .madeForEach
      }
      let reported = Self.starts.flatMap { start in
        let log = IssueLog()
        start(makeInjector(number, log))
        return log.texts
      }
      #expect(
        refused == !reported.isEmpty, "\(number): \(report)\n\(reported.joined(separator: "\n"))")
      if refused { counts.refused += 1 } else { counts.clean += 1 }
    }
    #expect(counts.clean > 0 && counts.refused > 5, "\(counts)")
  }
}
