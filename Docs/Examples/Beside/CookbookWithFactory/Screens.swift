import FactoryKit
import Foundation

/// Gets its units while it is decoded.
struct Recipe: Decodable {
  let name: String
  let grams: Int
  @Injected(\.units) private var units

  enum CodingKeys: CodingKey { case name, grams }

  func line(servings: Int) -> String { "\(name), \(units.text(grams: servings * grams))" }
}

/// As a framework has it: without property wrappers.
final class StatusBar {
  var text: String?
}

final class RecipesScreen {
  @Injected(\.recipeStore) private var store
  @Injected(\.settings) private var settings
  @Injected(\.voice) private var voice
  @Injected(\.exporters) private var exporters
  @Injected(\.text) private var text
  @InjectedContainer private var container  // the one that this object has its services from

  let statusBar = StatusBar()
  private var recipes: [Recipe] = []

  init() {
    statusBar.text = text
    recipes = (try? JSONDecoder().decode([Recipe].self, from: store.load())) ?? []
    voice?.say(text)
  }

  var servings: Int {
    get { settings.object(forKey: "cookbook.servings") as? Int ?? 2 }
    set { settings.set(newValue, forKey: "cookbook.servings") }
  }

  var lines: [String] { recipes.map { $0.line(servings: servings) } }
  var formats: [String] { exporters.map(\.format) }

  func show(_ index: Int) -> RecipeScreen {
    Container.$shared.withValue(container) { RecipeScreen(recipes[index].name) }
  }
}

final class RecipeScreen {
  @Injected(\.pantry) private var pantry
  @Injected(\.list) private var list
  @Injected(\.patience) private(set) var patience
  let name: String

  init(_ name: String) { self.name = name }

  func cook() { pantry.take(name) }
  var toBuy: [String] { list.goods }
}
