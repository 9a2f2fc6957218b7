import FactoryKit
import Foundation

struct FixedRecipes: RecipeStore {
  let json: String

  func load() -> Data { Data(json.utf8) }
}

@MainActor extension Container {
  func registerFakes(recipes json: String) {
    recipeStore { FixedRecipes(json: json) }
    settings { InMemorySettings() }
  }
}

/// A screen with a container of its own.
func recipesScreen(
  _ json: String, _ registerMore: (Container) -> Void = { _ in }
) -> RecipesScreen {
  let container = Container()
  container.registerFakes(recipes: json)
  registerMore(container)
  return Container.$shared.withValue(container) { RecipesScreen() }
}

final class Ounces: Units {
  func text(grams: Int) -> String { "\(grams * 100 / 2835) oz" }
}

let soup = #"[{"name": "Soup", "grams": 300}]"#

let previews = [
  Preview("No recipes") { recipesScreen("[]") },
  Preview("Soup") { recipesScreen(soup) },
  Preview("Ounces") { recipesScreen(soup) { $0.units { Ounces() } } },
]
