import PropertyInjection
import TestSupport
import Testing

/// What is told of an object that may not be injected where it is.
@Suite struct RefusedObjectsTests {
  @MainActor final class Panel {
    var number: Int?
    @Injected("title") var title: String?
    @Injected("hint") var hint: String?
  }

  @MainActor @Test func declaredAndMarkedPropertiesAreListedOnce() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor {
        $0.declare("number", \Panel.number)
        $0.declare("hint", \Panel.hint)
      }
    }
    let panel = Panel()
    let result = await Task.detached { injector.injectDependencies(to: panel) }.value
    #expect(result.isRefused && log.kinds == [.wrongActor])
    #expect(result.unfilled.map(\.name) == ["number", "hint", "title"])
  }
}
