import Foundation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionSettings
import PropertyInjectionTesting
import Testing

@testable import Cookbook

final class FakeVoice: Voice {
  private(set) var said: [String] = []

  func say(_ text: String) { said.append(text) }
}

/// A program whose module belongs to the main actor, with fakes.
@Suite(
  .injecting(app) { registry in
    registry.register(instance: FixedRecipes(json: soup) as any RecipeStore)
  })
@MainActor struct RecipesScreenTests {
  private let screen = RecipesScreen()

  init() throws {
    try PropertyInjector.injectDependencies(to: screen).requireComplete()
  }

  @Test func itShowsTheDecodedRecipes() {
    #expect(screen.lines == ["Soup, 600 g"])
  }

  @Test func aDeclaredPropertyOfAnObjectThatItMakesIsFilled() {
    #expect(screen.statusBar.text == "What shall we cook?")
  }

  @Test func itHasThePluginsInTheirOrder() {
    #expect(screen.formats == ["text", "HTML"])
  }

  @Test(.injecting { $0.onMainActor { $0.register(instance: Ounces() as any Units) } })
  func aFakeOfTheMainActorReachesADecodedRecipe() {
    #expect(screen.lines == ["Soup, 21 oz"])
  }

  @Test func aSettingIsKeptForTheNextScreen() {
    screen.servings = 4
    #expect(PropertyInjector.shared.injected(RecipesScreen()).lines == ["Soup, 1200 g"])
  }

  @Test(.injecting { $0.useSettings(in: InMemorySettingsStore(["cookbook.servings": 1])) })
  func aSettingOfLastTimeCounts() {
    #expect(screen.lines == ["Soup, 300 g"])
  }

  @Test func anOptionalServiceIsUsedWhereThereIsOne() {
    let voice = FakeVoice()
    PropertyInjector.addOverrides { registry in
      registry.onMainActor { $0.register(instance: voice as any Voice) }
    }
    PropertyInjector.injectDependencies(to: RecipesScreen())
    #expect(voice.said == ["What shall we cook?"])
  }

  @Test func servicesThatNeedEachOtherMeet() throws {
    let recipe = screen.show(0)
    recipe.cook()
    #expect(recipe.toBuy == ["Soup"] && recipe.patience == .seconds(5))
    try PropertyInjector.shared.require(.type(ShoppingList.self)).buyAll()
    #expect(try PropertyInjector.shared.require(.type(Pantry.self)).goods == ["salt", "Soup"])
  }

  @Test func anActorUsesAServiceOfEveryThread() async throws {
    let backup = try PropertyInjector.shared.require(.type(Backup.self))
    #expect(try await backup.size() == soup.utf8.count)
  }

  @Test func aDetachedTaskMayUseWhatBelongsToNoActor() async throws {
    let injector = PropertyInjector(app)
    let store = await Task.detached { injector.instance(of: (any RecipeStore).self) }.value
    #expect(try store?.load() == BuiltInRecipes().load())
  }
}

/// The whole configuration of the program.
@Suite struct CookbookConfigurationTests {
  @Test func theProgramIsComplete() throws {
    try PropertyInjector(app).validate().requireClean()
  }

  @Test(.injecting(app)) func everythingCanBeMade() throws {
    try PropertyInjector.rehearse().requireClean()
  }

  @Test func aCheckFindsWhatIsMissing() {
    let report = PropertyInjector(app) { registry in
      registry.remove(.type(Pantry.self))
      registry.remove(allNamed: "text")
    }.validate()
    #expect(Set(report.errors.compactMap(\.name)) == ["pantry", "text"])
  }
}
