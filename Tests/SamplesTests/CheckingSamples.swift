import Foundation
import PropertyInjection
import PropertyInjectionChecking
import Testing

// The samples of checks, to the letter, in code that runs.

enum CheckingSamples {
  final class Clock: Sendable {}

  final class Board {
    @Injected var clock: Clock?
    var subtitle: String?
  }

  final class Player {
    var clock: Clock?
  }

  static let injector = PropertyInjector { registry in
    registry.register("clock", instance: Clock())
    registry.declare("clock", \Player.clock)
    registry.declare("subtitle", \Board.subtitle, optional: true)
  }

  static func requireAll() throws {
    try injector.validate().requireNoErrors()
  }

  static func requireShared() throws {
    try PropertyInjector.validate().requireNoErrors()
  }

  static func reportOnMarkedTypes() -> ValidationReport {
    let report = injector.validate(including: Board(), Player.self)
    return report
  }

  static func explain(_ player: Player) {
    print(injector.explain(player))
    print(injector.explain(Player.self))
  }

  static func explainOne(_ player: Player) {
    print(injector.explain(player))
  }

  static func stopRatherThanGoOn(_ player: Player) throws {
    try injector.injectDependencies(to: player).requireComplete()
  }

  static func draw() throws {
    print(injector.graph().mermaid)
    try injector.graph().dot.write(toFile: "injection.dot", atomically: true, encoding: .utf8)
  }

  static func checkIfAsked() {
    if CommandLine.arguments.contains("--check-injection") {
      let report = PropertyInjector.validate(including: Board.self)
      print(report)
      exit(report.errors.isEmpty ? 0 : 1)
    }
  }
}

@Suite struct CheckingSamplesTests {
  @Test func theSamplesFindNoMistake() throws {
    try CheckingSamples.requireAll()
    #expect(CheckingSamples.reportOnMarkedTypes().findings.isEmpty)
    let player = CheckingSamples.Player()
    try CheckingSamples.stopRatherThanGoOn(player)
  }
}
