import PropertyInjection
import PropertyInjectionChecking
import Testing

// What an application of the main actor keeps: for a window, and where two services need each other.

final class Window {
  static var current: Window?
  let values = ScopedValues()
}

final class Selection {
  init() {}
}

final class ListScreen {
  @Required var selection: Selection
  init() {}
}

final class Diary {
  @Required private var reminder: Reminder
  var remindsItself: Bool { reminder.diary === self }
  init() {}
}

final class Reminder {
  weak var diary: Diary?  // without a mark, which would keep it
  init() {}
}

let garden = MainActorModule("Garden") { registry in
  registry.register(in: .values { @MainActor in Window.current?.values }) { Selection() }
  registry.register(in: .singleton) { Diary() }
  registry.register(in: .singleton) { Reminder() }
  registry.declare("diary", \Reminder.diary)
}

@Suite(.serialized) @MainActor struct KeptValuesTests {
  private let injector = PropertyInjector(garden)

  func makeScreen(in window: Window) -> ListScreen {
    let outer = Window.current
    Window.current = window
    defer { Window.current = outer }
    return injector.injected(ListScreen())
  }

  @Test func theScreensOfAWindowShareAValueWhichGoesWithIt() {
    weak var selection: Selection?
    do {
      let (one, other) = (Window(), Window())
      let screen = makeScreen(in: one)
      #expect(makeScreen(in: one).selection === screen.selection)
      #expect(makeScreen(in: other).selection !== screen.selection)
      selection = screen.selection
    }
    #expect(selection == nil)
  }

  @Test func aRehearsalNeedsAWindow() throws {
    let injector = injector.overriding { registry in
      registry.onMainActor { $0.declare { ListScreen() } }
    }
    #expect(!injector.rehearse().findings.isEmpty)
    defer { Window.current = nil }
    let window = Window()
    Window.current = window
    #expect(injector.rehearse().findings.isEmpty)
  }

  @Test func twoServicesThatNeedEachOtherGoWithTheirInjector() {
    weak var diary: Diary?
    do {
      let injector = PropertyInjector(garden)
      diary = injector.instance(of: Diary.self)
      #expect(diary?.remindsItself == true)
    }
    #expect(diary == nil)
  }
}
