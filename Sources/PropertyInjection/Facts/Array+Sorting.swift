extension Array {
  /// The elements in an order; equal ones stay as they are.
  ///
  /// Their numbers are sorted: one sort serves all types, each of which would add 5 KB to a program.
  package func inOrder(by comesBefore: (Element, Element) -> Bool) -> [Element] {
    sortedNumbers(count) { comesBefore(self[$0], self[$1]) }.map { self[$0] }
  }

  /// The elements in the order of their keys, each of which is made once.
  package func inOrder(of key: (Element) -> String) -> [Element] {
    let keys = map(key)
    return sortedNumbers(count) { keys[$0] < keys[$1] }.map { self[$0] }
  }
}

@inline(never)
private func sortedNumbers(_ count: Int, by comesBefore: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: comesBefore)
}
