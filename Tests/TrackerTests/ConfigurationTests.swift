import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import Testing
import Tracker

@MainActor
func registerFakes(_ registry: inout Registry) {
  registry.install(appModule)
  registry.register(instance: FakeStore([.first]) as any TicketStore)
  registry.register(instance: FixedTime(day: 8) as any TimeSource)
}

@Suite(.injecting { registerFakes(&$0) })
@MainActor struct ConfigurationTests {
  @Test func theProgramIsComplete() throws {
    try PropertyInjector(appModule).validate().requireClean()
  }

  @Test func everythingCanBeMade() throws { try PropertyInjector.rehearse().requireClean() }

  @Test func aPreviewHasTheSameFakes() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        PropertyInjector.reconfigure { registerFakes(&$0) }
        let store = PropertyInjector.shared.instance(of: FakeStore.self)
        precondition(store?.load() == [.first])
      }
    }
  }
}
