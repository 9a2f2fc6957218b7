import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionTesting
import Testing
import Tracker

@Suite(
  .injecting(appModule) { registry in
    registry.register(instance: FakeStore([.first]) as any TicketStore)
    registry.register(instance: FixedTime(day: 8) as any TimeSource)
  })
@MainActor struct ListControllerTests {
  @Required(.byType) var store: FakeStore
  private let list = ListController()

  init() throws {
    try PropertyInjector.injectDependencies(to: &self).requireComplete()
    try PropertyInjector.injectDependencies(to: list).requireComplete()
  }

  @Test func itShowsWhatTheStoreHas() {
    #expect(list.tickets == [.first])
  }

  @Test func theControllerThatItMakesHasTheSameFakes() throws {
    let detail = list.show(1)
    #expect(detail.daysOpen == 7)
    try detail.close()
    #expect(store.load().first?.closed == FixedTime(day: 8).now)
  }

  @Test(.injecting { $0.register(instance: TicketNumbers(startingAt: 7)) })
  func aNewTicketHasTheNextNumberAndTheTime() throws {
    try list.add("It is slow")
    #expect(list.tickets.last?.number == 7)
    #expect(list.tickets.last?.opened == FixedTime(day: 8).now)
  }

  @Test(arguments: [(8, 7), (30, 29)]) func theDaysOpenAreCounted(today: Double, days: Int) {
    PropertyInjector.addOverrides { $0.register(instance: FixedTime(day: today) as any TimeSource) }
    #expect(list.show(1).daysOpen == days)
  }

  // The numbers are the program's own singleton, which each test has to itself.
  @Test(arguments: ["It is slow", "It is blue"])
  func theProgramsNumbersStartAnew(title: String) throws {
    try list.add(title)
    #expect(list.tickets.last?.number == 1)
  }

  @Test(.injecting { $0.useSettings(in: InMemorySettingsStore(["tracker.showsClosed": true])) })
  func theSettingOfLastTimeCounts() throws {
    #expect(list.showsClosed == true)
    try list.show(1).close()
    PropertyInjector.injectDependencies(to: list)
    #expect(list.shown.count == 1)
  }

  @Test func whatIsInjectedIntoWhatIsKnown() {
    let injections = PropertyInjector.shared.recordInjections { list.show(1) }
    #expect(
      injections.map(\.description) == [
        "DetailController.store <- any TicketStore, by its type",
        "DetailController.time <- any TimeSource, by its type",
      ])
  }
}
