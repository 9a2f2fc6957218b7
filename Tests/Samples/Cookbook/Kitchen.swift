import PropertyInjection

// All of this belongs to the main actor, because the module says so.

protocol Units {
  func text(grams: Int) -> String
}

final class MetricUnits: Units {
  init() {}

  func text(grams: Int) -> String { "\(grams) g" }
}

/// A service that may be missing.
protocol Voice {
  func say(_ text: String)
}

/// A plug-in.
protocol Exporter {
  var format: String { get }
}

struct TextExporter: Exporter {
  let format = "text"
}

final class WebExporter: Exporter {
  var format: String { "HTML" }

  init() {}
}

/// The goods at hand; a shopping list gets the missing ones.
final class Pantry {
  @Required private var list: ShoppingList
  private(set) var goods: Set<String>

  init(goods: Set<String>) { self.goods = goods }

  func take(_ good: String) {
    if !goods.contains(good) { list.add(good) }
  }

  func put(_ good: String) { goods.insert(good) }
}

/// What is to be bought; puts what is bought into the pantry.
final class ShoppingList {
  @Required private var pantry: Pantry
  private(set) var goods: [String] = []

  init() {}

  func add(_ good: String) { goods.append(good) }

  func buyAll() {
    for good in goods { pantry.put(good) }
    goods = []
  }
}

func registerKitchen(_ registry: inout ConfinedRegistry) {
  registry.register(instance: MetricUnits() as any Units)
  registry.register(in: .singleton) { Pantry(goods: ["salt"]) }
  registry.register(in: .singleton) { ShoppingList() }
}
