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
    registry.register(instance: Clock())
    registry.declare("clock", \Player.clock)
    registry.declare("subtitle", \Board.subtitle, optional: true)
  }

  static func requireAll() throws {
    try injector.validate().requireClean()
  }

  static func requireShared() throws {
    try PropertyInjector.validate().requireClean()
  }

  static func declareSamples(_ registry: inout Registry) {
    registry.declare { Board() }
  }

  static func declareTypes(_ registry: inout Registry) {
    registry.declareTypes(except: Preview.self)
    registry.declare(asks: .visits)
  }

  @MainActor static func declareScreen(_ registry: inout Registry) {
    registry.onMainActor { $0.declare { Screen() } }
  }

  final class Preview { @Injected var clock: Clock? }

  static var screenModule: MainActorModule {
    let screenModule = MainActorModule("Screens") { registry in
      registry.declare(Screen.self)
    }
    return screenModule
  }

  @MainActor final class Screen {}

  static func requireRehearsal() throws {
    try PropertyInjector.rehearse().requireClean()
  }

  static func requireBoth() throws {
    try PropertyInjector.validate().requireClean()  // looks up everything; makes samples only
    try PropertyInjector.rehearse().requireClean()  // makes everything once, and drops it
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
    print(injector.graph(around: Board.self, depth: 2).mermaid)
    try injector.graph().dot.write(toFile: "injection.dot", atomically: true, encoding: .utf8)
  }

  static func checkIfAsked() throws {
    if CommandLine.arguments.contains("--check-injection") {
      try PropertyInjector.validate().requireClean()
      try PropertyInjector.rehearse().requireClean()
      exit(0)
    }
  }
}

@Suite struct CheckingSamplesTests {
  @Test func theSamplesFindNoMistake() throws {
    try CheckingSamples.requireAll()
    let injector = CheckingSamples.injector.overriding { CheckingSamples.declareSamples(&$0) }
    #expect(injector.validate().findings.isEmpty && injector.rehearse().findings.isEmpty)
    let player = CheckingSamples.Player()
    try CheckingSamples.stopRatherThanGoOn(player)
  }
}

extension InjectionKey where Value == Int {
  fileprivate static var visits: Self { "visits" }
}
