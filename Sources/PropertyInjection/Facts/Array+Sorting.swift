extension Array {
  /// The elements in an order; equal ones stay as they are.
  ///
  /// Their numbers are sorted: one sort serves all types, each of which would add 5 KB to a program.
  package func inOrder(by comesBefore: (Element, Element) -> Bool) -> [Element] {
    sortedNumbers(count) { comesBefore(self[$0], self[$1]) }.map { self[$0] }
  }
}

@inline(never)
private func sortedNumbers(_ count: Int, by comesBefore: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: comesBefore)
}
