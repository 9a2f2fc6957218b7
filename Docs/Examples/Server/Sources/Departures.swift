import GRDB
import Hummingbird

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

/// Opens the database and brings it up to date: both can fail, and both are awaited before anything is configured.
func openDatabase(at path: String?) async throws -> any DatabaseWriter {
  let database: any DatabaseWriter =
    if let path { try DatabasePool(path: path) } else { try DatabaseQueue() }
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
