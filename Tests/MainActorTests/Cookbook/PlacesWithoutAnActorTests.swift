import PropertyInjection
import PropertyInjectionTesting
import TestSupport
import Testing

@testable import Cookbook

// Initial values and default arguments run on the main actor here, and the compiler does not say so
// where they call: `#isolation` is nil.

private let log = IssueLog()

private let injector = PropertyInjector(app) { registry in
  registerFakes(&registry, recipes: soup)
  registry.issueHandler = { [log] in log.append($0) }
}

@concurrent nonisolated func made<Value: Sendable>(_ lookup: Lookup<Value>) async throws -> Value {
  try lookup.require()
}

nonisolated final class Archive: Sendable {}

final class ArchiveScreen {
  @Required private var archive: Lookup<Archive>
  func open() async throws -> Archive { try await made(archive) }
}

private func injectedScreen() -> RecipesScreen { injector.injected(RecipesScreen()) }

extension RecipesScreen {
  fileprivate var isFilled: Bool { statusBar.text != nil }
}

private let refusedScreens = [injector.injected(RecipesScreen())]

private let screens = [
  injector.injected(RecipesScreen(), isolation: MainActor.shared),
  injectedScreen(),  // a function of the module
]

@propertyWrapper private struct StateObject<Value> {
  let make: () -> Value

  init(wrappedValue make: @autoclosure @escaping () -> Value) { self.make = make }

  var wrappedValue: Value { make() }
}

private struct KitchenView {
  @State var refused = injector.injected(RecipesScreen())
  @State var named = injector.injected(RecipesScreen(), isolation: MainActor.shared)
  @State var made = injectedScreen()
  @StateObject var refusedObject = injector.injected(RecipesScreen())
  @StateObject var namedObject = injector.injected(RecipesScreen(), isolation: MainActor.shared)
  @StateObject var object = injectedScreen()
}

private final class KitchenController {
  lazy var refused = injector.injected(RecipesScreen())
  lazy var refusedInAClosure = { injector.injected(RecipesScreen()) }()
  lazy var named = injector.injected(RecipesScreen(), isolation: MainActor.shared)
  lazy var made = injectedScreen()
  static let shared = injectedScreen()
  let make: () -> RecipesScreen = { injector.injected(RecipesScreen()) }
  let makeOnMainActor: @MainActor () -> RecipesScreen = { injector.injected(RecipesScreen()) }
}

private func open(
  refused: RecipesScreen = injector.injected(RecipesScreen()),
  named: RecipesScreen = injector.injected(RecipesScreen(), isolation: MainActor.shared),
  made: RecipesScreen = injectedScreen()
) -> [Bool] {
  [refused.isFilled, named.isFilled, made.isFilled]
}

private enum Program {
  static let configured: Void = PropertyInjector.configure(isolation: MainActor.shared) {
    registry in
    registry.issueHandler = { fatalError("\($0)") }
    registry.onMainActor { registerKitchen(&$0) }
    registry.onMainActor { $0.register(in: .singleton(eager: true)) { WebExporter() } }
  }
}

/// Code to which the compiler gives no actor, in a module of the main actor.
@Suite struct PlacesWithoutAnActorTests {
  @Test func aGlobalsInitialValueNamesTheActorOrCallsAFunction() {
    #expect(refusedScreens.map(\.isFilled) == [false])
    #expect(screens.map(\.isFilled) == [true, true])
  }

  @Test func aValueForEveryThreadIsMadeOffTheMainActor() async throws {
    let injector = injector.overriding { $0.register(in: .singleton) { Archive() } }
    let screen = injector.injected(ArchiveScreen())
    #expect(try await screen.open() === screen.open())
  }

  @Test func soDoesAViewsInitialValue() {
    let view = KitchenView()
    #expect(!view.refused.isFilled && view.named.isFilled && view.made.isFilled)
    #expect(!view.refusedObject.isFilled && view.namedObject.isFilled && view.object.isFilled)
  }

  @Test func soDoesALazyVarAndAStaticProperty() {
    let controller = KitchenController()
    #expect(!controller.refused.isFilled && !controller.refusedInAClosure.isFilled)
    #expect(controller.named.isFilled && controller.made.isFilled)
    #expect(KitchenController.shared.isFilled)
  }

  @Test func aClosureThereHasTheActorInItsType() {
    let controller = KitchenController()
    #expect(!controller.make().isFilled && controller.makeOnMainActor().isFilled)
  }

  @Test func soDoesADefaultArgument() {
    #expect(open() == [false, true, true])
  }

  @Test func aStaticPropertyConfiguresWithTheActorsName() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        Program.configured
        Program.configured
        precondition(PropertyInjector.shared.instance(of: Pantry.self) != nil)
      }
    }
  }

  @Test func whatIsRefusedIsReported() {
    let screen = KitchenController().refused
    #expect(!screen.isFilled)
    #expect(Set(log.kinds) == [.wrongActor])
  }
}
