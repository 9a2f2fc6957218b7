import Foundation
import PropertyInjectionSettings

struct FixedRecipes: RecipeStore {
  let json: String

  func load() -> Data { Data(json.utf8) }
}

func registerFakes(_ registry: inout Registry, recipes json: String) {
  registry.register(instance: FixedRecipes(json: json) as any RecipeStore)
  registry.useSettings(in: InMemorySettingsStore())
}

/// A screen with an injector of its own.
func recipesScreen(
  _ json: String, _ registerMore: (inout ConfinedRegistry) -> Void = { _ in }
) -> RecipesScreen {
  let injector = PropertyInjector(app) { registry in
    registerFakes(&registry, recipes: json)
    registry.onMainActor { registerMore(&$0) }
  }
  return injector.injected(RecipesScreen())
}

final class Ounces: Units {
  func text(grams: Int) -> String { "\(grams * 100 / 2835) oz" }
}

let soup = #"[{"name": "Soup", "grams": 300}]"#

let previews = [
  Preview("No recipes") { recipesScreen("[]") },
  Preview("Soup") { recipesScreen(soup) },
  Preview("Ounces") { recipesScreen(soup) { $0.register(instance: Ounces() as any Units) } },
]
