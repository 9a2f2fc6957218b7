import PropertyInjection
import PropertyInjectionSettings

let app = MainActorModule("Cookbook") { registry in
  registry.install(storeModule)  // for every thread
  registry.useSettings(in: .standard)
  registerKitchen(&registry)
  registry.register(instance: TextExporter())
  registry.register { WebExporter() }
  registry.register("text", instance: "What shall we cook?")
  registry.declare("text", \StatusBar.text)
  registry.declare { RecipesScreen() }  // samples, for checks
  registry.declare { RecipeScreen("Bread") }
}
