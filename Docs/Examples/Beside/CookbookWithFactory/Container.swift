import FactoryKit
import Foundation

// What every thread may use.
extension Container {
  var recipeStore: Factory<any RecipeStore> { self { BuiltInRecipes() } }
  var backup: Factory<Backup> { self { Backup(store: self.recipeStore()) }.cached }
  var patience: Factory<Duration> { self { .seconds(5) } }
}

// What belongs to the main actor.
@MainActor extension Container {
  /// Is cached, so that a store that is registered is the same for everybody.
  var settings: Factory<any SettingsStore> { self { UserDefaults.standard }.cached }
  var units: Factory<any Units> { self { MetricUnits() } }
  var voice: Factory<(any Voice)?> { self { nil } }
  var exporters: Factory<[any Exporter]> { self { [TextExporter(), WebExporter()] } }
  var text: Factory<String> { self { "What shall we cook?" } }
  var pantry: Factory<Pantry> { self { self.kitchen().pantry } }
  var list: Factory<ShoppingList> { self { self.kitchen().list } }

  /// Two that need each other.
  private var kitchen: Factory<(pantry: Pantry, list: ShoppingList)> {
    self {
      let pantry = Pantry(goods: ["salt"])
      let list = ShoppingList(pantry: pantry)
      pantry.list = list
      return (pantry, list)
    }.cached
  }
}
