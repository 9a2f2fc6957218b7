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
    /// The property of a product of the injector is filled later.
    case pending
  }

  /// Whether a property was filled, or will be.
  private(set) var didFill = false

  /// Whether a property was filled.
  var hasFilled: Bool { contains(.filled) || contains(.decided) }

  private func contains(_ outcome: Outcome) -> Bool {
    let code = outcome.rawValue
    var matching = code & 1 != 0 ? ones : ~ones
    matching &= code & 2 != 0 ? twos : ~twos
    matching &= code & 4 != 0 ? fours : ~fours
    matching &= code & 8 != 0 ? eights : ~eights
    return matching != 0 || rest?.contains(outcome) == true
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

  /// Notes that a property was filled.
  @inline(__always)
  mutating func setFilled(_ index: Int) {
    didFill = true
    if index < 64 { ones |= 1 << UInt64(index) } else { set(index, .filled) }
  }

  /// Replaces the outcome of a property that was noted before.
  mutating func setAgain(_ index: Int, _ outcome: Outcome) {
    // A shift by 64 or more leaves no bit, so that the others are all.
    let others = ~(1 << UInt64(index)) as UInt64
    ones &= others
    twos &= others
    fours &= others
    eights &= others
    set(index, outcome)
    didFill = hasFilled || contains(.pending)
  }

  /// Notes the outcome of a property.
  ///
  /// Called once for each property: it only sets bits.
  mutating func set(_ index: Int, _ outcome: Outcome) {
    if outcome == .filled || outcome == .decided || outcome == .pending { didFill = true }
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
