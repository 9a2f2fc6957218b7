import PropertyInjection

/// The base of all controllers: it has a clock, asked for by protocol.
@MainActor
class Controller {
  var clock: (any Clock)?
}

/// Is created and injected by the application delegate.
final class RootController: Controller, @MainActor InjectionAware {
  var timetable: Timetable?
  var title: String?

  func didInjectDependencies() {
    say("   RootController.didInjectDependencies()")
    say("   clock:     \(clock?.now ?? "nil")")
    say("   timetable: \(timetable?.departures.joined(separator: ", ") ?? "nil")")
    say("   title:     \(title ?? "nil")")
  }

  func showDetail() {
    for _ in 1...2 {
      let detail = DetailController()
      PropertyInjector.injectDependencies(to: detail)
    }
  }
}

/// Is created and injected by the root controller.
final class DetailController: Controller, @MainActor InjectionAware {
  var ticket: Ticket?

  // Marked: nothing to declare, and it may be private.
  @Injected private var timetable: Timetable?

  func didInjectDependencies() {
    let departure = timetable?.departures.first ?? "nil"
    say("   A detail controller got ticket \(ticket?.number ?? 0) for the \(departure) train.")
  }
}

/// A value, injected in place.
struct Label {
  var clock: (any Clock)?

  var text: String { "It is \(clock?.now ?? "unknown")." }
}

/// Asks for something that is not registered.
@MainActor
final class BrokenController {
  var titel: String?
}
