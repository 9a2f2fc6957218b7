import Configuration
import FactoryKit
import GRDB
import Logging
import ServiceLifecycle

/// Closes the database when all services that use it have ended.
struct DatabaseService: Service {
  let database: any DatabaseWriter

  func run() async throws {
    try? await gracefulShutdown()  // or another service has failed
    try database.close()
  }
}

/// Removes the departures of past hours, again and again.
struct Cleaner: Service {
  @Injected(\.departures) private var departures
  @Injected(\.clock) private var clock
  @Injected(\.config) private var config
  private let log = dependency(\.logger, parameter: Cleaner.self)

  func run() async throws {
    try? await again(every: config.int(forKey: "cleaning.seconds", default: 60), clean)
  }

  func clean() async throws {
    let count = try await departures.remove(before: clock.hour)
    if count > 0 { log.info("removed \(count) departures") }
  }
}

/// Announces the next departure, again and again.
struct Announcer: Service {
  @Injected(\.departures) private var departures
  @Injected(\.clock) private var clock
  @Injected(\.config) private var config
  private let log = dependency(\.logger, parameter: Announcer.self)

  func run() async throws {
    try? await again(every: config.int(forKey: "announcing.seconds", default: 300), announce)
  }

  func announce() async throws {
    let next = try await departures.all().first { $0.hour >= clock.hour }
    if let next { log.info("the next train is \(next.train)") }
  }
}

/// Does the same again and again, until the server ends.
private func again(
  every seconds: Int, _ work: @escaping @Sendable () async throws -> Void
) async throws {
  try await cancelWhenGracefulShutdown {
    while true {
      try await Task.sleep(for: .seconds(seconds))
      try await work()
    }
  }
}

protocol HourClock: Sendable { var hour: Int { get } }
