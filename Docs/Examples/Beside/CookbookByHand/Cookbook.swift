/// What the application is made of, and what a preview or a test replaces.
struct Services {
  var store: any RecipeStore = BuiltInRecipes()
  var settings: any SettingsStore
  var units: any Units = MetricUnits()
  var voice: (any Voice)?
  var exporters: [any Exporter] = [TextExporter(), WebExporter()]
  var patience = Duration.seconds(5)
  var text = "What shall we cook?"
}

/// Makes the objects of the application.
final class Cookbook {
  private let services: Services
  let pantry = Pantry(goods: ["salt"])
  let list: ShoppingList
  let backup: Backup

  init(_ services: Services) {
    self.services = services
    list = ShoppingList(pantry: pantry)
    pantry.list = list
    backup = Backup(store: services.store)
  }

  func recipesScreen() -> RecipesScreen {
    RecipesScreen(
      store: services.store, settings: services.settings, units: services.units,
      voice: services.voice, exporters: services.exporters, text: services.text,
      makeRecipeScreen: recipeScreen)
  }

  private func recipeScreen(_ name: String) -> RecipeScreen {
    RecipeScreen(name, pantry: pantry, list: list, patience: services.patience)
  }
}
