import Foundation

@main struct CookbookApp: App {
  @State private var screen = Cookbook(Services(settings: UserDefaults.standard)).recipesScreen()

  func show() {
    print(screen.statusBar.text ?? "")
    for line in screen.lines { print(line) }
  }
}
