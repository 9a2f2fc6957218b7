/// SplitMix64: the same numbers from the same seed on every machine.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to, not including, the limit.
  package mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }

  /// True in so many cases of a hundred.
  package mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

  /// One of the elements, each as likely as the others.
  package mutating func one<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
