import Foundation

struct FixedRecipes: RecipeStore {
  let json: String

  func load() -> Data { Data(json.utf8) }
}

/// A screen with services of its own.
func recipesScreen(_ json: String, _ change: (inout Services) -> Void = { _ in }) -> RecipesScreen {
  var services = Services(store: FixedRecipes(json: json), settings: InMemorySettings())
  change(&services)
  return Cookbook(services).recipesScreen()
}

final class Ounces: Units {
  func text(grams: Int) -> String { "\(grams * 100 / 2835) oz" }
}

let soup = #"[{"name": "Soup", "grams": 300}]"#

let previews = [
  Preview("No recipes") { recipesScreen("[]") },
  Preview("Soup") { recipesScreen(soup) },
  Preview("Ounces") { recipesScreen(soup) { $0.units = Ounces() } },
]
