// The parts of a framework for user interfaces that matter here, in little.

@MainActor protocol App {
  init()
  func show()
}

extension App {
  static func main() { Self().show() }
}

@propertyWrapper struct State<Value> {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

struct Preview {
  let name: String
  let makeScreen: @MainActor () -> RecipesScreen

  init(_ name: String, makeScreen: @escaping @MainActor () -> RecipesScreen) {
    (self.name, self.makeScreen) = (name, makeScreen)
  }
}
