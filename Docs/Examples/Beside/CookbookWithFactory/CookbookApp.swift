@main struct CookbookApp: App {
  @State private var screen = RecipesScreen()

  func show() {
    print(screen.statusBar.text ?? "")
    for line in screen.lines { print(line) }
  }
}
