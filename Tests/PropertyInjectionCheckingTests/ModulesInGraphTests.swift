import PropertyInjection
import PropertyInjectionChecking
import Testing

/// What the graph shows of modules.
@Suite struct ModulesInGraphTests {
  private final class Shop {
    var sign: String?
  }

  private static let fittings = InjectionModule("Fittings") { registry in
    registry.register("sign", instance: "Open")
    registry.declare("sign", \Shop.sign)
  }

  @Test func aModuleIsAFrameAroundItsBindingsAndNotItsProperties() throws {
    let injector = PropertyInjector { $0.install(Self.fittings) }
    let graph = injector.graph()
    let property = try #require(graph.nodes.first { $0.kind == .property })
    let binding = try #require(graph.nodes.first { $0.kind == .binding && $0.module != nil })
    #expect(property.module == "Fittings" && binding.module == "Fittings")
    let frame = "  subgraph cluster_m\(binding.id) {\n    label=\"Fittings\";\n    n\(binding.id) "
    #expect(graph.dot.contains(frame))
    #expect(graph.mermaid.contains("  subgraph tm\(binding.id)[\"Fittings\"]\n    n\(binding.id)"))
  }
}
