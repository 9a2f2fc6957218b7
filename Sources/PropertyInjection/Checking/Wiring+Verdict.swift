// What a check can say of a value, and what it knows of the making of one.
extension Wiring {
  /// What is certain about a value, before it is made.
  enum Verdict {
    /// There is a binding for it.
    ///
    /// A factory may still return nil or throw.
    case filled
    /// It is bound to nil, on purpose.
    case nothing
    /// It has no value.
    case failed(Failure)
    /// The property is left alone.
    case mistake(Problem)
    case uncertain(Doubt)
  }

  /// Why a value may or may not come.
  enum Doubt: Sendable {
    /// Only the product of the factory tells whether it fits.
    case product(declared: Any.Type, wanted: Any.Type)
    /// It comes on that actor only; perhaps because of a mark that is not known.
    case onlyOn(String, isAssumed: Bool = false)
    /// Its binding leads back to itself, through a property or an optional argument; perhaps through a mark that is
    /// not known.
    case cycle([String], isAssumed: Bool)
    /// An argument of its initializer may not come, though the parameter takes nil.
    case optionalArgument(String)
    /// An argument of its initializer may not come.
    indirect case argument(String, Doubt)
    /// Initializers are nested deeper than injections go, unless some values are kept by then.
    case depth
    /// The mark may ask for another key than the property's own name.
    case mark

    /// Which of several doubts is told: the highest, and of those the first.
    ///
    /// First a cycle, which no actor and no further registration ends; then an actor, which no registration ends.
    private var rank: Int {
      switch self {
      case .cycle: 2
      case .onlyOn: 1
      default: 0
      }
    }

    static func higher(_ one: Doubt?, _ other: Doubt) -> Doubt {
      one.map { other.rank > $0.rank ? other : $0 } ?? other
    }

    /// Whether the value may come to another call, elsewhere or later.
    var isOfCall: Bool { rank > 0 }
  }

  /// What is known of the making of a binding's value.
  struct Making {
    /// Why the value is certainly not made.
    var failure: Failure?
    var doubt: Doubt?
    /// Why one of its properties may not get its value.
    ///
    /// A value that is kept is not handed out without it; another one is.
    var lack: Doubt?
    /// The actor that the value is made on; with a second one it is not made.
    var actor: Isolation?
    /// How deep the making is nested.
    var depth = 1
    /// How deep it is nested at least: what is kept may be there already.
    var certainDepth = 0
    /// The outermost running binding at which a cycle was cut: of it the rest was not known; `.max` for none.
    var cut = Int.max

    /// Adds a doubt, unless a higher one is there.
    mutating func add(_ other: Doubt) { doubt = Doubt.higher(doubt, other) }

    /// Adds what a property may not get; only that lets another call fill it which is elsewhere or later.
    mutating func addLack(_ other: Doubt) {
      if other.isOfCall { lack = Doubt.higher(lack, other) }
    }
  }

  struct Running {
    let binding: Binding
    let asker: Asker
  }

  /// What asks for a binding's value, as far as it matters to a cycle.
  enum Asker: Equatable {
    case argument
    /// A property of an object, which can wait until the value exists, or of a value, which is copied; perhaps one
    /// whose mark is not known.
    case property(ofObject: Bool, isAssumed: Bool = false)

    var isOfObject: Bool { if case .property(true, _) = self { true } else { false } }

    var isAssumed: Bool { if case .property(_, true) = self { true } else { false } }
  }
}
