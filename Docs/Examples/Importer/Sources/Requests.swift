import Foundation
import PropertyInjectionSettings
import Synchronization

/// What belongs to one request, and goes with it.
enum RequestContext {
  @TaskLocal static var values: ScopedValues?
}

/// What one request tells its user, from whichever object.
final class Remarks: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// Reads a file with the format of its ending.
final class Reader {
  struct UnknownEnding: Error {}

  @Injected var formats: [any Format]?
  @Injected var remarks: Remarks?

  func orders(in file: URL) throws -> [Order] {
    guard let format = formats?.first(where: { $0.ending == file.pathExtension }) else {
      throw UnknownEnding()
    }
    let orders = try format.orders(in: Data(contentsOf: file))
    remarks?.add("\(orders.count) orders in \(file.lastPathComponent)")
    return orders
  }
}

/// A request: a line such as `import orders.csv`, and its answer.
final class Request {
  let line: String
  @Injected var ledger: (any Ledger)?
  @Injected var reader: Reader?
  @Injected var remarks: Remarks?
  @Setting("imported") var imported: Int?

  init(_ line: String) { self.line = line }

  /// Answers a line, with the values that belong to it alone.
  static func answer(_ line: String) -> String {
    RequestContext.$values.withValue(ScopedValues()) {
      let request = Request(line)
      do {
        try PropertyInjector.injectDependencies(to: request).requireComplete()
        try request.run()
      } catch {
        request.remarks?.add("failed: \(error)")
      }
      return request.remarks?.all.joined(separator: "; ") ?? "not configured"
    }
  }

  private func run() throws {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let ledger, let reader, words.count == 2 else {
      remarks?.add("write: import FILE, or: total CUSTOMER")
      return
    }
    switch words[0] {
    case "import":
      let orders = try reader.orders(in: URL(fileURLWithPath: words[1]))
      try ledger.add(orders)
      imported = (imported ?? 0) + orders.count
    case "total":
      remarks?.add("\(words[1]): \(ledger.cents(of: words[1])) cents")
    default:
      remarks?.add("unknown: \(words[0])")
    }
  }
}
