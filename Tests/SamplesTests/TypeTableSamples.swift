import PropertyInjection
import PropertyInjectionChecking
import Synchronization
import Testing

// The rows of "Which type gets what", compiled and run.

enum TypeTableSamples {
  final class Log: Sendable {}

  struct Form { @Injected var log: Log? }

  final class Store: Sendable {
    let log: Log
    init(_ log: Log) { self.log = log }
  }

  actor Index {
    let log: Log
    init(_ log: Log) { self.log = log }
  }

  final class Editor { @Required var log: Log }

  /// Stands for a class of a framework.
  class FrameworkView { var log: Log? }

  @MainActor final class Screen { @Injected var log: Log? }

  @MainActor static func configure(_ registry: inout Registry) {
    registry.register(instance: Log())
    registry.register(in: .singleton, .initializer(Store.init))
    registry.register(in: .singleton, .initializer(Index.init))
    registry.declare("log", \FrameworkView.log)
    registry.declare { Form() }
    registry.declare { Editor() }
    registry.onMainActor { $0.declare(Screen.self) }
  }
}

enum OwnInitializerSample {
  struct Desk {
    @Required var clock: any Clock

    init() throws { try PropertyInjector.injectDependencies(to: &self).requireComplete() }
  }
}

enum ActorSample {
  actor Connection {
    @Required var clock: any Clock

    func start() throws {
      try PropertyInjector.injectDependencies(to: self).requireComplete()
    }
  }
}

enum MadeAndInjectedSample {
  typealias Editor = TypeTableSamples.Editor

  static func editorOfTheSharedInjector() -> Editor {
    let editor = PropertyInjector.shared.injected(Editor())  // made and injected
    return editor
  }
}

@Suite struct TypeTableTests {
  private typealias Samples = TypeTableSamples

  @Test func anObjectInjectsItself() throws {
    try PropertyInjector.shared.withOverrides { registry in
      registry.register(instance: StoppedClock() as any Clock)
      registry.declare { try OwnInitializerSample.Desk() }
    } operation: {
      try PropertyInjector.validate().requireClean()
      #expect(try OwnInitializerSample.Desk().clock.now == 0)
    }
  }

  @Test func anObjectIsMadeAndInjectedInOneLine() {
    let log = Samples.Log()
    PropertyInjector.shared.withOverrides { registry in
      registry.register(instance: log)
    } operation: {
      #expect(MadeAndInjectedSample.editorOfTheSharedInjector().log === log)
    }
  }

  @Test @MainActor func eachTypeGetsItsLog() throws {
    let injector = PropertyInjector { Samples.configure(&$0) }
    try injector.validate().requireNoErrors()
    try injector.rehearse().requireClean()
    let log = injector.instance(of: Samples.Log.self)
    var form = Samples.Form()
    injector.injectDependencies(to: &form)
    let (editor, view, screen) = (Samples.Editor(), Samples.FrameworkView(), Samples.Screen())
    injector.injectDependencies(to: editor)
    injector.injectDependencies(to: view)
    injector.injectDependencies(to: screen)
    let store = injector.instance(of: Samples.Store.self)
    let index = injector.instance(of: Samples.Index.self)
    for found in [form.log, editor.log, view.log, screen.log, store?.log, index?.log] {
      #expect(found === log)
    }
  }

  @Test @MainActor func aScreenIsInjectedOnItsActorOnly() async {
    let issues = Issues()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in issues.count.withLock { $0 += 1 } }
      Samples.configure(&registry)
    }
    let screen = Samples.Screen()
    await Task.detached {
      #expect(injector.injectDependencies(to: screen, isolation: nil).isRefused)
    }.value
    #expect(screen.log == nil && issues.count.withLock { $0 } == 1)
  }

  private final class Issues: Sendable { let count = Mutex(0) }
}
