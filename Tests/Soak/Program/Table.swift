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

  /// Adds a line for memory that grows with a number: so many bytes for each, at either number.
  mutating func add(
    _ name: String, small: (count: Int, bytes: Int), large: (count: Int, bytes: Int)
  ) {
    let each = (
      small: Double(small.bytes) / Double(small.count),
      large: Double(large.bytes) / Double(large.count)
    )
    add(
      name, large.count,
      "\(Int(each.large)) bytes each, and \(Int(each.small)) with \(small.count) of them",
      // Tables grow by doubling, so that at any one size up to half of one may be empty.
      holds: each.large <= 2 * each.small)
  }
}
