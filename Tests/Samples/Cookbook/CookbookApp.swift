import PropertyInjection

@main struct CookbookApp: App {
  static let configured: Void = PropertyInjector.configure(app)
  @State private var screen = firstScreen()

  static func firstScreen() -> RecipesScreen {
    configured
    return PropertyInjector.shared.injected(RecipesScreen())
  }

  func show() {
    print(screen.statusBar.text ?? "")
    for line in screen.lines { print(line) }
  }
}
