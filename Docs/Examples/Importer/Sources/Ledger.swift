import Foundation
import Synchronization

/// What each customer has ordered.
protocol Ledger: Sendable {
  func add(_ orders: [Order]) throws
  func cents(of customer: String) -> Int
}

/// A ledger that keeps nothing new.
struct DryLedger: Ledger {
  let ledger: any Ledger
  func add(_ orders: [Order]) {}
  func cents(of customer: String) -> Int { ledger.cents(of: customer) }
}

/// A ledger in one file, which is written anew with each import.
final class FileLedger: Ledger {
  private let file: URL
  private let sums: Mutex<[String: Int]>

  init(_ file: URL) {
    self.file = file
    let data = (try? Data(contentsOf: file)) ?? Data()
    sums = Mutex((try? JSONDecoder().decode([String: Int].self, from: data)) ?? [:])
  }

  func add(_ orders: [Order]) throws {
    try sums.withLock { sums in
      var changed = sums
      for order in orders { changed[order.customer, default: 0] += order.cents }
      try JSONEncoder().encode(changed).write(to: file, options: .atomic)
      sums = changed
    }
  }

  func cents(of customer: String) -> Int { sums.withLock { $0[customer] ?? 0 } }
}
