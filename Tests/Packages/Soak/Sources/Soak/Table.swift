/// What was measured, line by line, and whether it is as it should be.
struct Table {
  private(set) var holds = true

  /// Adds a line, and prints it.
  mutating func add(_ name: String, _ count: Int, _ result: String, holds: Bool) {
    let padding = String(repeating: " ", count: max(1, 64 - name.count))
    let number = String(count)
    let indent = String(repeating: " ", count: max(1, 9 - number.count))
    print(name + padding + indent + number + "  " + result + (holds ? "" : "  <- too much"))
    self.holds = self.holds && holds
  }

  /// Adds a line for what very many runs leave behind.
  mutating func add(_ name: String, _ count: Int, _ left: Remains) {
    add(
      name, count, "\(left.bytes) bytes more, \(left.objects) objects alive",
      // Of what is left each time there would be a million times as much.
      holds: left.bytes < 1_000 && left.objects == 0)
  }

  /// Adds a line for memory that grows with a number: so many bytes for each, at either number.
  mutating func add(_ name: String, small: Growing, large: Growing) {
    add(
      name, large.count,
      "\(large.each) bytes each, \(small.each) with \(small.count) of them, \(large.left) left",
      // Tables grow by doubling, so that at any one size up to half of one may be empty.
      holds: large.each <= 2 * small.each && max(small.left, large.left) < 10_000)
  }
}

/// What very many runs leave behind.
struct Remains {
  let bytes: Int
  let objects: Int
}

/// What a number of things takes, and leaves behind.
struct Growing {
  let count: Int
  let bytes: Int
  let left: Int

  var each: Int { bytes / count }
}
