import Foundation
import PropertyInjection

@main struct Program {
  @MainActor static func main() async {
    let log = Log()
    PropertyInjector.configure { registry in
      registry.issueHandler = { log.append($0.description) }
      configure(&registry)
    }
    injectObjects()
    injectValues()
    lookUp()
    await injectElsewhere()
    // The only part that needs what `Mirror` reads.
    if !CommandLine.arguments.contains("--declared") { await injectMarked() }
    print("Reports:")
    for text in log.texts { print(text) }
  }

  @MainActor static func configure(_ registry: inout Registry) {
    registry.register("clock", instance: StationClock())
    registry.register("timetable", in: .singleton) { Timetable() }
    registry.register("title", instance: "Departures")
    registry.register("platform") { () -> Int? in nil }
    registry.alias(.named("secret", String.self), to: "title")
    registry.install(ticketModule)
    registry.declare("clock", \Display.clock)
    registry.declare("title", \Display.title)
    registry.declare("timetable", \Board.timetable)
    registry.declare("platform", \Board.platform)
    registry.declare(Board.self)
    registry.declare("clock", \Label.clock)
    registry.onMainActor { $0.declare("title", \Screen.title) }
  }

  @MainActor static func injectObjects() {
    let board = Board()
    print("board:", PropertyInjector.injectDependencies(to: board))
    print("board:", board.contents, "hooks:", board.hooks, "changes:", board.changes)
    let other = Board()
    other.title = "Arrivals"
    other.platform = 9
    let display: Display = other
    let injector = PropertyInjector.shared.overriding { registry in
      registry.register("platform", instance: 1, replacing: true)
    }
    print("other:", injector.injectDependencies(to: display))
    print("other:", other.contents, "hooks:", other.hooks, "changes:", other.changes)
    print("again:", injector.injectDependencies(to: other), "hooks:", other.hooks)
    let screen = Screen()
    print("screen:", PropertyInjector.injectDependencies(to: screen), "hooks:", screen.hooks)
  }

  @MainActor static func injectValues() {
    var label = Label()
    PropertyInjector.injectDependencies(to: &label)
    print("label:", label.text)
    var any: Any = Label()
    print("any:", PropertyInjector.injectDependencies(to: &any), (any as? Label)?.text ?? "-")
    var number = 3
    print("number:", PropertyInjector.injectDependencies(to: &number))
  }

  @MainActor static func lookUp() {
    let injector = PropertyInjector.shared
    let clock: (any Clock)? = injector.instance(for: "clock")
    print("clock:", clock?.now ?? "-")
    print("kept:", injector.instance(of: Timetable.self) === injector.instance(of: Timetable.self))
    let ticket = injector.instance(of: Ticket.self, 7)
    print("ticket:", ticket?.passenger ?? "-", ticket?.seat ?? 0)
    print("no ticket:", injector.instance(of: Ticket.self, "seven") == nil)
  }

  /// From the wrong actor nothing is touched.
  @MainActor static func injectElsewhere() async {
    let injector = PropertyInjector.shared
    let screen = Screen()
    let board = await Task.detached {
      print("screen elsewhere:", injector.injectDependencies(to: screen))
      let board = Board()
      injector.injectDependencies(to: board)
      return board.contents
    }.value
    print("screen:", screen.title ?? "-", "hooks:", screen.hooks)
    print("board elsewhere:", board)
    print("board nowhere:", fillBoard())
    let onThread: String = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: fillBoard()) }.start()
    }
    print("board on a thread:", onThread)
    print("record:", await injectRecord())
  }

  /// Belongs to no actor.
  nonisolated static func fillBoard() -> String {
    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    return "\(board.contents) hooks: \(board.hooks)"
  }

  @Archive static func injectRecord() -> String {
    let injector = PropertyInjector.shared.overriding { registry in
      registry.confined(to: Archive.shared) { $0.declare("title", \Record.title) }
    }
    let record = Record()
    return "\(injector.injectDependencies(to: record)) \(record.title ?? "-")"
  }
}
