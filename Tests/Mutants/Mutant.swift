/// The kinds of changes.
enum Kind: String, CaseIterable {
  case negated
  case always
  case never
  case guardDropped = "guard-dropped"
  case comparison
  case andOr = "and-or"
  case flag
  case firstLast = "first-last"
  case sign
  case zero
  case callDropped = "call-dropped"
  case assignmentDropped = "assignment-dropped"
  case notCleared = "not-cleared"
  case returnDropped = "return-dropped"
  case returnNil = "return-nil"
  case strong
  case lock
  case memoryOrder = "memory-order"

  var words: String {
    switch self {
    case .negated: "a condition is negated, or the branches of `? :` change places"
    case .always: "a condition of an `if` always holds"
    case .never: "a condition with a binding never holds"
    case .guardDropped: "a condition of a `guard` always holds"
    case .comparison: "`<` for `<=`, `==` for `!=`, `..<` for `...`"
    case .andOr: "`&&` for `||`"
    case .flag: "`true` for `false`"
    case .firstLast: "`first` for `last`, `min` for `max`, `prefix` for `suffix`"
    case .sign: "`+` for `-`"
    case .zero: "nothing is added or subtracted"
    case .callDropped: "a statement that is only a call is left out"
    case .assignmentDropped: "an assignment is left out"
    case .notCleared: "what a cache or a variable held stays in it"
    case .returnDropped: "an early `return`, `break` or `continue` is left out"
    case .returnNil: "nil is returned"
    case .strong: "a weak or unowned reference retains"
    case .lock: "a lock is not taken"
    case .memoryOrder: "a memory order is relaxed"
    }
  }

  /// Whether only ThreadSanitizer can tell, since processors such as those of x86 order memory themselves,
  /// and two threads seldom meet.
  var isForThreadSanitizer: Bool { self == .lock || self == .memoryOrder }
}

/// One change of one place of the sources.
struct Mutant {
  let kind: Kind
  /// From the root of the package.
  let file: String
  let line: Int
  let column: Int
  /// The bytes that are replaced.
  let range: Range<Int>
  let replacement: String
  /// The line of the source, or the first one of those that change, without its indentation.
  let lineText: String
  /// What becomes of that line.
  let changedText: String

  var id: String { "\(file):\(line):\(column):\(kind.rawValue)" }
  var shown: String { "\(lineText)  ->  \(changedText)" }
}

/// Random numbers that are the same ones for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// The order in which mutants are drawn: a kind in proportion to the square root of how many places it
/// has, so that rare kinds come up, too; then one of its places, each as likely as the others.
struct Drawing: Sequence, IteratorProtocol {
  private var generator: SeededGenerator
  private var pools: [(weight: Double, left: [Mutant])]

  init(_ mutants: [Mutant], seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    pools = Kind.allCases.map { kind in
      let ofKind = mutants.filter { $0.kind == kind }
      return (Double(ofKind.count).squareRoot(), ofKind)
    }
  }

  mutating func next() -> Mutant? {
    pools.removeAll { $0.left.isEmpty }
    guard !pools.isEmpty else { return nil }
    var point = Double.random(in: 0..<pools.reduce(0) { $0 + $1.weight }, using: &generator)
    var index = 0
    while index < pools.count - 1, point >= pools[index].weight {
      point -= pools[index].weight
      index += 1
    }
    let place = Int.random(in: pools[index].left.indices, using: &generator)
    return pools[index].left.remove(at: place)
  }
}
