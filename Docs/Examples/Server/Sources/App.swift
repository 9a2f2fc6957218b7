import ArgumentParser
import Configuration
import Logging
import PropertyInjectionChecking
import ServiceLifecycle

@main
struct App: AsyncParsableCommand {
  @Option(help: "The SQLite file.") var database = ":memory:"

  func run() async throws {
    let config = ConfigReader(providers: [
      EnvironmentVariablesProvider(),
      InMemoryProvider(values: ["http.host": "127.0.0.1", "http.port": 8080]),
    ])
    PropertyInjector.configure(serverModule(config: config, database: database))
    let report = PropertyInjector.validate()  // opens nothing
    try report.requireClean()
    print(report)
    let services = try PropertyInjector.shared.requireInstances(of: (any Service).self)
    let group = ServiceGroup(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "server"))
    try await group.run()
  }
}
