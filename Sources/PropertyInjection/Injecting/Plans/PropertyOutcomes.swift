extension Failure {
  /// The outcome for a property whose binding was asked.
  var outcome: PropertyOutcomes.Outcome {
    switch kind {
    case .productDoesNotFit: .productDoesNotFit
    case .bindingOnAnotherActor: .bindingOnAnotherActor
    case .cycle, .tooDeep: .cycle
    case .wrongActor: .wrongActor
    default: .notMade
    }
  }
}

/// The outcome of an injection for each property, in four bits each.
struct PropertyOutcomes: Sendable {
  enum Outcome: UInt8 {
    /// The property was set before, or not read.
    case untouched
    /// The property got the value of a binding or of its own wrapper.
    case filled
    /// The property got the value of the call's closure.
    case decided
    /// The property of a product of the injector is filled later.
    case pending
    /// The plan has no value for the property.
    case unmatched
    case factoryGaveNil
    case productDoesNotFit
    case valueGone
    case cycle
    case bindingOnAnotherActor
    case wrongActor
    case notMade
    case noAccessors
    case skipped
  }

  // Both read the codes of the three cases, 1 to 3.

  /// Whether a property was filled, or will be.
  var didFill: Bool {
    (ones | twos) & ~(fours | eights) != 0
      || rest?.contains { $0 == .filled || $0 == .decided || $0 == .pending } == true
  }

  /// Whether a property was filled.
  var hasFilled: Bool {
    (ones ^ twos) & ~(fours | eights) != 0
      || rest?.contains { $0 == .filled || $0 == .decided } == true
  }

  // Bit planes for the first 64 properties; few types have more, and those use an array.
  private var ones: UInt64 = 0
  private var twos: UInt64 = 0
  private var fours: UInt64 = 0
  private var eights: UInt64 = 0
  private var rest: [Outcome]?

  subscript(index: Int) -> Outcome {
    guard index < 64 else {
      guard let rest, index - 64 < rest.count else { return .untouched }
      return rest[index - 64]
    }
    let shift = UInt64(index)
    let bits =
      (ones >> shift & 1) | (twos >> shift & 1) << 1 | (fours >> shift & 1) << 2
      | (eights >> shift & 1) << 3
    return Outcome(rawValue: UInt8(truncatingIfNeeded: bits)) ?? .untouched
  }

  /// Notes the outcome of a property, once for each that is not untouched.
  @inline(__always)
  mutating func set(_ index: Int, _ outcome: Outcome) {
    if outcome == .filled, index < 64 {
      ones |= 1 << UInt64(index)
    } else {
      setRare(index, outcome)
    }
  }

  @inline(never)
  private mutating func setRare(_ index: Int, _ outcome: Outcome) {
    guard index < 64 else {
      var longer = rest ?? []
      rest = nil  // so that the array is changed in place
      while longer.count <= index - 64 { longer.append(.untouched) }
      longer[index - 64] = outcome
      rest = longer
      return
    }
    let bits = UInt64(outcome.rawValue)
    ones |= (bits & 1) << UInt64(index)
    twos |= (bits >> 1 & 1) << UInt64(index)
    fours |= (bits >> 2 & 1) << UInt64(index)
    eights |= (bits >> 3 & 1) << UInt64(index)
  }
}
