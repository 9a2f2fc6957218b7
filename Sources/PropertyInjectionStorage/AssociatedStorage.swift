/// Keeps a value for each owner: the storage that an extension cannot have.
///
/// A computed property that uses it can be declared and injected like any other, also in an
/// extension of a class of another module:
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
/// The storage does not retain owners. No other owner sees the value of a freed owner, not even one
/// that gets the same address. On Apple's platforms a value is released together with its owner.
/// Elsewhere Swift does not tell when an object is freed, and a value is released at a later use of
/// the storage, for any owner. With up to 16 owners each use checks all of them. With more, a use
/// checks 16, or one if it finds the value that it reads; as soon as one of those is freed, it checks
/// all. So if many owners are freed, the next uses release all their values; the value of a single
/// one is released within about as many uses as there are owners. ``releaseValuesOfFreedOwners()``
/// checks all at once. Until then the memory of the owner, which is deinitialized, is not reused.
///
/// A value that refers to its owner keeps the owner and itself alive for good; hold the value
/// weakly then. In the owner's `deinit` the value still exists, unless another use of the storage
/// has come between. A value that is stored there takes the place of the one before and is released
/// at the next use; if there was none, it is not kept, except on Apple's platforms, where it is
/// released with the owner.
///
/// Any number of threads may use the storage at a time. It is `Sendable` if its values are, because
/// they may be released on the thread of another owner. Values that are not `Sendable` belong to
/// owners of one actor: a static property of a `@MainActor` class is used on the main actor only,
/// and so releases its values there. On Apple's platforms a value is released where its owner is,
/// as the value of a stored property would be.
///
/// A storage that is freed releases its values; on Apple's platforms they stay with their owners.
///
/// A read costs a dictionary look-up under a lock, and the check of one other owner; a write checks
/// sixteen. `make bench` shows it. The idea is DeluxeInjection's `DIAssociate` and the associated
/// objects of Objective-C.
public final class AssociatedStorage<Owner: AnyObject, Value> {
  /// How values are held.
  public enum Holding: Sendable {
    /// Strongly, while the owner exists.
    case strong
    /// Weakly, while other code holds them.
    ///
    /// Values must be class instances; others are dropped.
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
      guard let object = table[owner] else { return nil }
      // The setter has stored what the holding says; a cast would look for the types first.
      return switch holding {
      case .strong: unsafeDowncast(object, to: Strong.self).value
      case .weak: unsafeDowncast(object, to: Weak.self).object.flatMap { $0 as? Value }
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

  /// Releases the values of all freed owners at once.
  ///
  /// Call it when memory is short; otherwise the storage does this by itself as it is used. Costs a
  /// check of every owner.
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
