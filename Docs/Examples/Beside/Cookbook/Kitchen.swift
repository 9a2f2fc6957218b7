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
  weak var list: ShoppingList?
  private(set) var goods: Set<String>

  init(goods: Set<String>) { self.goods = goods }

  func take(_ good: String) {
    if !goods.contains(good) { list?.add(good) }
  }

  func put(_ good: String) { goods.insert(good) }
}

/// What is to be bought; puts what is bought into the pantry.
final class ShoppingList {
  private let pantry: Pantry
  private(set) var goods: [String] = []

  init(pantry: Pantry) { self.pantry = pantry }

  func add(_ good: String) { goods.append(good) }

  func buyAll() {
    for good in goods { pantry.put(good) }
    goods = []
  }
}
