#if canImport(XCTest)
  import PropertyInjection
  import PropertyInjectionSettings
  import PropertyInjectionTesting
  import Tracker
  import XCTest

  nonisolated final class ListControllerXCTests: XCTestCase {
    override func invokeTest() {
      injecting(reportingUnused: false) { registry in
        registry.install(appModule)
        registry.register(instance: FakeStore([.first]) as any TicketStore)
        registry.register(instance: FixedTime(day: 8) as any TimeSource)
        registry.useSettings(in: InMemorySettingsStore())
      } operation: {
        super.invokeTest()
      }
    }

    @MainActor func testItShowsWhatTheStoreHas() {
      let list = ListController()
      PropertyInjector.injectDependencies(to: list)
      XCTAssertEqual(list.tickets, [.first])
      XCTAssertEqual(list.show(1).daysOpen, 7)
    }

    func testTheArchiveKeepsWhatIsOpen() async throws {
      try await Archive().removeOld()
      let store = PropertyInjector.shared.instance(of: FakeStore.self)
      XCTAssertEqual(store?.load(), [.first])
    }
  }
#endif
