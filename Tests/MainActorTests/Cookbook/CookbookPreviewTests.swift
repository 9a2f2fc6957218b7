import PropertyInjection
import PropertyInjectionTesting
import Testing

@testable import Cookbook

/// Several previews in one process, each with an injector of its own.
@Suite struct CookbookPreviewTests {
  @Test func eachHasItsOwnFakes() {
    let screens = previews.map { $0.makeScreen() }
    #expect(previews.map(\.name) == ["No recipes", "Soup", "Ounces"])
    #expect(screens.map(\.lines) == [[], ["Soup, 600 g"], ["Soup, 21 oz"]])
    #expect(screens.allSatisfy { $0.statusBar.text == "What shall we cook?" })
  }

  @Test func eachHasItsOwnSettings() {
    let screens = previews.map { $0.makeScreen() }
    screens[1].servings = 1
    #expect(screens.map(\.servings) == [2, 1, 2])
  }

  @Test func childrenHaveTheServicesOfTheirPreview() {
    let (first, second) = (recipesScreen(soup), recipesScreen(soup))
    first.show(0).cook()
    #expect(first.show(0).toBuy == ["Soup"])
    #expect(second.show(0).toBuy == [])
  }

  @Test func theSharedInjectorMayBeConfiguredAnewInstead() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        for (json, count) in [("[]", 0), (soup, 1)] {
          PropertyInjector.reconfigure { registry in
            registry.install(app)
            registerFakes(&registry, recipes: json)
          }
          let screen = PropertyInjector.shared.injected(RecipesScreen())
          precondition(screen.lines.count == count)
        }
      }
    }
  }
}
