import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Checks of the shared injector before it is configured.
@Suite struct UnconfiguredTests {
  private final class Board {
    @Injected var clock: (any Clock)?
    @Injected(.byType) var title: String?
  }

  private struct Made: Constructible {
    static var provider: Provider<Made> { .initializer(Made.init) }
  }

  @Test func theySayThatNothingIsConfigured() async {
    await #expect(processExitsWith: .success) {
      let explanation = PropertyInjector.explain(Board())
      precondition(
        explanation.properties.map(\.issue?.kindName) == [.notConfigured, .notConfigured])
      precondition(explanation.properties.allSatisfy { $0.outcome == .staysNil })
      precondition(explanation.description.contains("the injector is not configured yet"))
      precondition(!explanation.description.contains("registered under"))
      let types = PropertyInjector.explain(Board.self).properties
      precondition(types.map(\.issue?.kindName) == [.notConfigured, .notConfigured])
      precondition(!PropertyInjector.shared.contains(.type(Made.self)))
      precondition(PropertyInjector.validate().errors.map(\.kindName) == [.notConfigured])
      let graph = PropertyInjector.graph(including: Board())
      precondition(graph.nodes.filter { $0.kind == .property }.allSatisfy { $0.status == .missing })
    }
  }
}
