import Foundation
import PropertyInjection
import PropertyInjectionSettings

/// Is decoded, then injected.
struct Recipe: Decodable {
  let name: String
  let grams: Int
  @Required private var units: any Units

  enum CodingKeys: CodingKey { case name, grams }

  func line(servings: Int) -> String { "\(name), \(units.text(grams: servings * grams))" }
}

/// As a framework has it: without marks.
final class StatusBar {
  var text: String?
}

final class RecipesScreen: InjectionAware {
  @Required private var store: any RecipeStore
  @Required private var injector: PropertyInjector  // the one that fills this object
  @Injected(optional: true) private var voice: (any Voice)?
  @Injected private var exporters: [any Exporter]?
  @Setting("cookbook.servings") var servings: Int! = 2

  let statusBar = StatusBar()
  private var recipes: [Recipe] = []

  init() {}

  func didInjectDependencies() {
    injector.injectDependencies(to: statusBar)
    recipes = (try? JSONDecoder().decode([Recipe].self, from: store.load())) ?? []
    injector.injectDependencies(toEach: &recipes)
    voice?.say(statusBar.text ?? "")
  }

  var lines: [String] { recipes.map { $0.line(servings: servings) } }
  var formats: [String] { exporters?.map(\.format) ?? [] }

  func show(_ index: Int) -> RecipeScreen {
    injector.injected(RecipeScreen(recipes[index].name))
  }
}

final class RecipeScreen {
  @Required private var pantry: Pantry
  @Required private var list: ShoppingList
  @Required(.patience) private(set) var patience: Duration
  let name: String

  init(_ name: String) { self.name = name }

  func cook() { pantry.take(name) }
  var toBuy: [String] { list.goods }
}
