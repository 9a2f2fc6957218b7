import Configuration
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import PropertyInjectionChecking
import PropertyInjectionTesting
import ServiceLifecycle
import Synchronization
import Testing

@testable import Server

final class FakeStore: DepartureStore {
  private let kept: Mutex<[Departure]>
  init(_ departures: [Departure] = []) { kept = Mutex(departures) }

  func all() -> [Departure] { kept.withLock { $0 } }
  func add(_ departure: Departure) { kept.withLock { $0.append(departure) } }
  func remove(before hour: Int) -> Int {
    kept.withLock { departures in
      let count = departures.count
      departures.removeAll { $0.hour < hour }
      return count - departures.count
    }
  }
}

struct FixedClock: HourClock { let hour = 12 }

let early = Departure(train: "IC 1", hour: 8, enteredBy: "Ann")
let late = Departure(train: "IC 2", hour: 22, enteredBy: "Joe")

/// The configuration of the program.
func serverModule(database: String = ":memory:") -> InjectionModule {
  let values = InMemoryProvider(values: ["http.host": "127.0.0.1", "http.port": 0])
  return serverModule(config: ConfigReader(provider: values), database: database)
}

/// The server with fakes, asked in memory and through a socket.
///
/// What is not listed is a placeholder: a fake that is forgotten opens no file.
@Suite(
  .injecting(serverModule()) { registry in
    registry.usePlaceholders(
      except: .type(ConfigReader.self), .type(Logger.self), .type(User.self),
      .type(Sessions.self), .type(Tally.self))
    registry.register(instance: FakeStore([early, late]) as any DepartureStore)
    registry.register(instance: FixedClock() as any HourClock)
  })
struct ServerTests {
  @Required var departures: any DepartureStore
  let app: Application<RouterResponder<BasicRequestContext>>

  init() throws {
    app = Application(
      router: try makeRouter(), configuration: .init(address: .hostname("127.0.0.1", port: 0)))
    try PropertyInjector.injectDependencies(to: &self).requireComplete()
  }

  @Test(arguments: [TestingSetup.router, .live])
  func theDeparturesAreThoseThatAreToCome(setup: TestingSetup) async throws {
    try await app.test(setup) { client in
      let response = try await client.executeRequest(
        uri: "/departures", method: .get, headers: [:], body: nil)
      let shown = try JSONDecoder().decode([Departure].self, from: Data(buffer: response.body))
      #expect(response.status == .ok && shown.map(\.train) == ["IC 2"])
    }
  }

  @Test(arguments: [TestingSetup.router, .live])
  func aDepartureIsEnteredByTheUserOfItsRequest(setup: TestingSetup) async throws {
    let users = ["Ann", "Joe"]
    try await app.test(setup) { client in
      for user in users {
        let status = try await enter("RE 3", at: 13, as: user, client)
        #expect(status == .created)
      }
      let status = try await enter("RE 4", at: 11, as: "Ann", client)
      #expect(status == .badRequest)
    }
    #expect(try await departures.all().suffix(2).map(\.enteredBy) == users)
  }

  private func enter(
    _ train: String, at hour: Int, as user: String, _ client: any TestClientProtocol
  ) async throws -> HTTPResponse.Status {
    try await client.executeRequest(
      uri: "/departures", method: .post,
      headers: [.authorization: user, .contentType: "application/json"],
      body: ByteBuffer(string: #"{"train": "\#(train)", "hour": \#(hour)}"#)
    ).status
  }

  private func entered(by user: String, _ client: any TestClientProtocol) async throws -> String {
    let response = try await client.executeRequest(
      uri: "/entered", method: .get, headers: [.authorization: user], body: nil)
    return String(buffer: response.body)
  }

  @Test func aSessionEndsWithTheLogOut() async throws {
    try await app.test(.router) { client in
      _ = try await enter("RE 3", at: 13, as: "Ann", client)
      #expect(try await entered(by: "Ann", client) == "1")
      #expect(try await entered(by: "Joe", client) == "0")
      _ = try await client.executeRequest(
        uri: "/logout", method: .post, headers: [.authorization: "Ann"], body: nil)
      #expect(try await entered(by: "Ann", client) == "0")
    }
  }

  @Test func nobodyEntersNothing() async throws {
    try await app.test(.router) { client in
      let response = try await client.executeRequest(
        uri: "/departures", method: .post, headers: [:], body: nil)
      #expect(response.status == .unauthorized)
    }
  }

  @Test func theCleanerRemovesWhatIsPast() async throws {
    try await PropertyInjector.shared.injected(Cleaner()).clean()
    #expect(try await departures.all().map(\.train) == ["IC 2"])
  }
}

@Suite(.injecting(serverModule())) struct ConfigurationTests {
  @Test func itIsComplete() throws {
    try PropertyInjector.validate().requireClean()
    try Visit.$current.withValue(Visit(user: User(name: "Ann"), session: ScopedValues())) {
      try PropertyInjector.rehearse().requireClean()
    }
  }

  @Test func theCheckOpensNothing() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let injector = PropertyInjector(serverModule(database: file))
    try injector.validate().requireClean()
    #expect(!FileManager.default.fileExists(atPath: file))
    _ = try injector.require(.type((any DepartureStore).self))
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func theGraphNamesTheDecorator() {
    #expect(PropertyInjector.graph().mermaid.contains("any DepartureStore, decorator 1"))
  }

  /// No type asks for the services: the program starts those that are registered.
  @Test(
    arguments: [
      ConfigReader.self, (any DepartureStore).self, (any HourClock).self, User.self, Logger.self,
      Sessions.self, Tally.self, (any DatabaseWriter).self,
    ] as [Any.Type])
  func aBindingThatIsTakenAwayIsMissed(_ type: Any.Type) {
    func without<Value>(_ type: Value.Type) -> PropertyInjector {
      PropertyInjector(serverModule()) { $0.remove(.type(type)) }
    }
    #expect(throws: ValidationReport.self) { try without(type).validate().requireClean() }
  }

  /// Notes when a service starts, and when it ends.
  private struct Noted: Service {
    let service: any Service
    let started: AsyncStream<Void>.Continuation
    let ended: Ended

    func run() async throws {
      started.yield()
      try await service.run()
      ended.names.withLock { $0.append("\(type(of: service))".prefix { $0 != "<" }.description) }
    }
  }

  private final class Ended: Sendable { let names = Mutex<[String]>([]) }

  @Test func itsServicesEndInTheOppositeOrder() async throws {
    let ended = Ended()
    let (starts, started) = AsyncStream.makeStream(of: Void.self)
    let services = try PropertyInjector.shared.requireInstances(of: (any Service).self)
    let group = ServiceGroup(
      services: services.map { Noted(service: $0, started: started, ended: ended) },
      logger: Logger(label: "test"))
    async let end: Void = group.run()
    for await _ in starts.prefix(services.count) {}
    await group.triggerGracefulShutdown()
    try await end
    #expect(
      ended.names.withLock { $0 } == ["Application", "Announcer", "Cleaner", "DatabaseService"])
  }
}
