import ArgumentParser
import FactoryKit
import Logging
import ServiceLifecycle

@main
struct App: AsyncParsableCommand {
  @Option(help: "The SQLite file.") var database = ":memory:"

  func run() async throws {
    let database = try openDatabase(at: database)
    Container.shared.database { database }
    let group = ServiceGroup(
      services: Container.shared.services(), gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "server"))
    try await group.run()
  }
}
