import Foundation

struct Recipe: Decodable {
  let name: String
  let grams: Int

  func line(servings: Int, units: any Units) -> String {
    "\(name), \(units.text(grams: servings * grams))"
  }
}

/// As a framework has it.
final class StatusBar {
  var text: String?
}

final class RecipesScreen {
  private let settings: any SettingsStore
  private let units: any Units
  private let exporters: [any Exporter]
  private let makeRecipeScreen: (String) -> RecipeScreen

  let statusBar = StatusBar()
  private let recipes: [Recipe]

  init(
    store: any RecipeStore, settings: any SettingsStore, units: any Units, voice: (any Voice)?,
    exporters: [any Exporter], text: String, makeRecipeScreen: @escaping (String) -> RecipeScreen
  ) {
    self.settings = settings
    self.units = units
    self.exporters = exporters
    self.makeRecipeScreen = makeRecipeScreen
    statusBar.text = text
    recipes = (try? JSONDecoder().decode([Recipe].self, from: store.load())) ?? []
    voice?.say(text)
  }

  var servings: Int {
    get { settings.object(forKey: "cookbook.servings") as? Int ?? 2 }
    set { settings.set(newValue, forKey: "cookbook.servings") }
  }

  var lines: [String] { recipes.map { $0.line(servings: servings, units: units) } }
  var formats: [String] { exporters.map(\.format) }

  func show(_ index: Int) -> RecipeScreen { makeRecipeScreen(recipes[index].name) }
}

final class RecipeScreen {
  private let pantry: Pantry
  private let list: ShoppingList
  let patience: Duration
  let name: String

  init(_ name: String, pantry: Pantry, list: ShoppingList, patience: Duration) {
    self.name = name
    self.pantry = pantry
    self.list = list
    self.patience = patience
  }

  func cook() { pantry.take(name) }
  var toBuy: [String] { list.goods }
}
