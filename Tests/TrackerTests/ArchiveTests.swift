import PropertyInjection
import PropertyInjectionTesting
import Testing
import Tracker

@Suite(.injecting(appModule)) struct ArchiveTests {
  @Test(
    .injecting { registry in
      registry.usePlaceholders()
      registry.register("store", instance: FakeStore([.first, .old]))
      registry.register("time", instance: FixedTime(day: 40))
    })
  func whatWasClosedLongAgoIsRemoved() async throws {
    try await Archive().removeOld()
    let store: FakeStore? = PropertyInjector.shared.instance(for: "store")
    #expect(store?.load() == [.first])
  }

  @Test(.injecting { $0.usePlaceholders() })
  func withoutAStoreItSaysWhatIsMissing() async {
    await withKnownIssue {
      await Archive().prepare()
    } matching: { issue in
      (issue.error as? InjectionIssue)?.kind == .placeholder
    }
  }
}
