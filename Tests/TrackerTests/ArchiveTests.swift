import PropertyInjection
import PropertyInjectionTesting
import Testing
import Tracker

@Suite(.injecting(appModule)) struct ArchiveTests {
  @Test(
    .injecting { registry in
      registry.usePlaceholders()
      registry.register(instance: FakeStore([.first, .old]) as any TicketStore)
      registry.register(instance: FixedTime(day: 40) as any TimeSource)
    })
  func whatWasClosedLongAgoIsRemoved() async throws {
    try await Archive().removeOld()
    let store = PropertyInjector.shared.instance(of: FakeStore.self)
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
