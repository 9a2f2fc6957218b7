import Foundation
import PropertyInjection
import PropertyInjectionSettings

/// The configuration of the program; its delegate calls `PropertyInjector.configure` with it.
package let appModule = MainActorModule("App") { registry in
  registry.install(services)
  registry.declare("store", \ListController.store)
  registry.declare("time", \ListController.time)
  registry.declare("numbers", \ListController.numbers)
  registry.declare("store", \DetailController.store)
  registry.declare("time", \DetailController.time)
}

/// What every thread may use.
private let services = InjectionModule("Services") { registry in
  let folder = FileManager.default.homeDirectoryForCurrentUser
  registry.register(in: .singleton) {
    FileTicketStore(url: folder.appendingPathComponent("tickets.json")) as any TicketStore
  }
  registry.register(instance: SystemTime() as any TimeSource)
  registry.register(in: .singleton(eager: true)) { TicketNumbers(startingAt: 1) }
  registry.useSettings(in: .standard)
}
