import Foundation

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
