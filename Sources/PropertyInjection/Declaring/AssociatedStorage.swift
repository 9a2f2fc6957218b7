/// Keeps a value for each owner: the storage that an extension cannot have.
///
/// A computed property over it can be declared and injected like any other, also in an extension of
/// somebody else's class:
///
/// ```swift
/// extension Label {
///   private static let themes = AssociatedStorage<Label, Theme>()
///
///   var theme: Theme? {
///     get { Self.themes[self] }
///     set { Self.themes[self] = newValue }
///   }
/// }
/// ```
/// ```swift
/// registry.declare("theme", \Label.theme)
/// ```
///
/// An owner is not kept. Its value goes with it, and is never seen through another owner that gets the
/// same address. Swift does not tell when an object goes, except on Apple's platforms, where values are
/// released then. Elsewhere a value is released when the storage is next used, for any owner.
/// Among more than 16 owners a use looks at 16 of them, or at 4 if it finds the value that it reads,
/// and at all as soon as one of those is gone: so when many have gone the next use releases all their
/// values, and a single one's is released within about (number of owners / 4) uses;
/// ``releaseValuesOfFreedOwners()`` looks at all now. Until then the owner's memory, which is
/// deinitialized, is not used again.
///
/// A value that refers to its owner keeps it, and itself, for good; hold it weakly then. While its
/// owner is deinitialized a value is there, unless another use of the storage has come between; what is
/// stored then goes at the next use.
///
/// Any number of threads may use it at a time. It is `Sendable` where its values are, because they may
/// be released on the thread of another owner. Values that are not belong to owners of one actor: a
/// static property of a `@MainActor` class is used on the main actor only, and so releases them there.
///
/// Reading costs a dictionary look-up under a lock, and the look at other owners, which takes longer;
/// `make bench` shows it. The idea is DeluxeInjection's `DIAssociate` and the associated objects of
/// Objective-C.
public final class AssociatedStorage<Owner: AnyObject, Value> {
  /// How values are held.
  public enum Holding: Sendable {
    /// For as long as their owner is there.
    case strong
    /// For as long as somebody else holds them, who has to be a class instance; others are not held at
    /// all.
    case weak
  }

  private let holding: Holding
  private let table = OwnerTable()

  /// Creates a storage, to be kept in a static property.
  public init(_ holding: Holding = .strong) {
    self.holding = holding
  }

  /// The value of an owner; nil if it has none.
  public subscript(owner: Owner) -> Value? {
    get {
      switch table[owner] {
      case let strong as Strong: strong.value
      case let weak as Weak: weak.object as? Value
      default: nil
      }
    }
    set {
      table[owner] = newValue.flatMap { value in
        switch holding {
        case .strong: Strong(value)
        case .weak: type(of: value as Any) is AnyClass ? Weak(value as AnyObject) : nil
        }
      }
    }
  }

  /// Releases now the values of all owners that are gone.
  ///
  /// For when memory is short; the storage does it by itself as it is used. Costs a look at every
  /// owner.
  public func releaseValuesOfFreedOwners() {
    table.releaseValuesOfFreedOwners()
  }

  private final class Strong {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private final class Weak {
    private(set) weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }
}

// Unchecked: the table is guarded, and what it holds is `Sendable`.
extension AssociatedStorage: @unchecked Sendable where Value: Sendable {}
