import Foundation
import PropertyInjection

// What other threads use as well. The protocol belongs to no actor, and so do the types that adopt it in
// their declaration.

nonisolated protocol RecipeStore: Sendable {
  func load() throws -> Data
}

struct BuiltInRecipes: RecipeStore {
  func load() -> Data { Data(#"[{"name": "Bread", "grams": 500}]"#.utf8) }
}

/// Works beside the main actor.
actor Backup {
  private let store: any RecipeStore

  init(store: any RecipeStore) { self.store = store }

  func size() throws -> Int { try store.load().count }
}

/// What every thread may use.
let storeModule = InjectionModule("Store") { registry in
  registry.register(instance: BuiltInRecipes() as any RecipeStore)
  registry.register(in: .singleton, .initializer(Backup.init(store:)))
  registry.register(.patience, instance: .seconds(5))
  registry.declare(asks: .type(Backup.self))  // which code looks up
}

nonisolated extension InjectionKey<Duration> {
  static var patience: Self { "store.patience" }
}
