import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import Testing
import Tracker

@MainActor
func registerFakes(_ registry: inout Registry) {
  registry.install(appModule)
  registry.register("store", instance: FakeStore([.first]))
  registry.register("time", instance: FixedTime(day: 8))
}

@Suite(.injecting { registerFakes(&$0) })
@MainActor struct ConfigurationTests {
  @Test func theProgramIsComplete() throws {
    try PropertyInjector { $0.install(appModule) }.validate().requireClean()
  }

  @Test func everythingCanBeMade() throws { try PropertyInjector.rehearse().requireClean() }

  @Test func aPreviewHasTheSameFakes() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        PropertyInjector.reconfigure { registerFakes(&$0) }
        let store: FakeStore? = PropertyInjector.shared.instance(for: "store")
        precondition(store?.load() == [.first])
      }
    }
  }
}
