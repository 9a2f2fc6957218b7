import Foundation
import PropertyInjection
import PropertyInjectionChecking

/// Starts the program: configures the injector once, makes the root controller, and injects it.
@main
@MainActor
struct AppDelegate {
  static func main() {
    say("1. The application delegate configures the injector, once.")
    configure()

    say("2. It creates the root controller, so it injects it.")
    let root = RootController()
    root.title = "Departures (set by the delegate)"
    PropertyInjector.injectDependencies(to: root)

    say("3. The root controller creates its child, so it injects it.")
    root.showDetail()

    say("4. A struct is injected in place.")
    var label = Label()
    PropertyInjector.injectDependencies(to: &label)
    say("   The label reads: \(label.text)")

    say("5. A mistake: a name that is misspelt. The property stays nil, and the report says why.")
    let broken = BrokenController()
    let result = PropertyInjector.injectDependencies(to: broken)
    say("   The result of the call: \(result.unfilled)")

    say("6. The same mistake is found without injecting anything.")
    check(broken)
  }

  /// Checks the whole configuration, explains one object, and draws the wiring.
  private static func check(_ controller: BrokenController) {
    let injector = PropertyInjector.shared
    quote(injector.validate())
    quote(injector.explain(controller))
    // For Graphviz, or else for Mermaid, into the file that the program is started with: Demo graph.dot
    if let file = CommandLine.arguments.dropFirst().first {
      let (graph, isDot) = (injector.graph(), file.hasSuffix(".dot"))
      let text = isDot ? graph.dot : graph.mermaid
      try? text.write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  /// Prints a text of several lines within the story.
  private nonisolated static func quote(_ text: some CustomStringConvertible) {
    for line in "\(text)".split(separator: "\n", omittingEmptySubsequences: false) {
      say(line.isEmpty ? "   |" : "   | \(line)")
    }
  }

  private static func configure() {
    PropertyInjector.configure { registry in
      // Where reports go. Without this line they are written to standard error.
      registry.issueHandler = { quote($0) }
      register(in: &registry)
    }
  }

  /// The bindings of the program, and the properties that they may fill.
  static func register(in registry: inout Registry) {
    // Bindings: a type, to an instance or to a factory; many values are strings, so a string has a name.
    let counter = TicketCounter()
    registry.register(instance: Timetable(departures: ["08:15", "09:40"]))
    registry.register { counter.next() }
    registry.register(instance: StationClock() as any Clock)
    registry.register("title", instance: "Never used: the root controller has a title")

    // The properties that may be filled. Those of main-actor classes are filled on the main actor only.
    registry.declare("clock", \Label.clock)
    registry.onMainActor { registry in
      registry.declare("timetable", \RootController.timetable)
      registry.declare("title", \RootController.title)
      registry.declare("clock", \Controller.clock)
      registry.declare("ticket", \DetailController.ticket)
      registry.declare("titel", \BrokenController.titel)
    }
  }
}

/// Prints a line of the story.
nonisolated func say(_ line: String) {
  print(line)
}
