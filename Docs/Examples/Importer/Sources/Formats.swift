import Foundation

struct Order: Codable, Equatable, Sendable {
  let customer: String
  let cents: Int
}

/// A kind of file that orders are read from.
///
/// Each one is a plug-in: the importer asks for all that are registered.
protocol Format: Sendable {
  var ending: String { get }
  func orders(in data: Data) throws -> [Order]
}

struct CommaFormat: Format {
  struct Unreadable: Error { let line: Int }

  let ending = "csv"

  func orders(in data: Data) throws -> [Order] {
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    return try lines.enumerated().map { index, line in
      let cells = line.split(separator: ",")
      guard cells.count == 2, let cents = Int(cells[1]) else { throw Unreadable(line: index + 1) }
      return Order(customer: String(cells[0]), cents: cents)
    }
  }
}

struct JSONFormat: Format {
  let ending = "json"

  func orders(in data: Data) throws -> [Order] {
    try JSONDecoder().decode([Order].self, from: data)
  }
}
