import GRDB
import Hummingbird
import Logging

/// A train, as the database keeps it and as a response shows it.
struct Departure: Codable, Sendable, FetchableRecord, PersistableRecord, ResponseCodable {
  let train: String
  let hour: Int
  let enteredBy: String
}

protocol DepartureStore: Sendable {
  func all() async throws -> [Departure]
  func add(_ departure: Departure) async throws
  func remove(before hour: Int) async throws -> Int
}

struct DatabaseStore: DepartureStore {
  let database: any DatabaseWriter

  func all() async throws -> [Departure] {
    try await database.read { try Departure.order(Column("hour")).fetchAll($0) }
  }

  func add(_ departure: Departure) async throws {
    try await database.write { try departure.insert($0) }
  }

  func remove(before hour: Int) async throws -> Int {
    try await database.write { try Departure.filter(Column("hour") < hour).deleteAll($0) }
  }
}

/// Writes down what is changed.
struct LoggedStore: DepartureStore {
  let store: any DepartureStore
  let log: Logger

  func all() async throws -> [Departure] { try await store.all() }

  func add(_ departure: Departure) async throws {
    try await store.add(departure)
    log.info("added \(departure.train)")
  }

  func remove(before hour: Int) async throws -> Int {
    let count = try await store.remove(before: hour)
    if count > 0 { log.info("removed \(count) departures") }
    return count
  }
}

/// Opens the database and brings it up to date.
func openDatabase(at path: String) throws -> any DatabaseWriter {
  let database: any DatabaseWriter =
    path == ":memory:" ? try DatabaseQueue() : try DatabasePool(path: path)
  var migrator = DatabaseMigrator()
  migrator.registerMigration("departures") { database in
    try database.create(table: "departure") { table in
      table.column("train", .text).notNull()
      table.column("hour", .integer).notNull()
      table.column("enteredBy", .text).notNull()
    }
  }
  try migrator.migrate(database)
  return database
}
