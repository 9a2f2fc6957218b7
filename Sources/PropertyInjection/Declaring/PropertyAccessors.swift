/// A property that a getter or a setter stands before, as that sees it.
///
/// ```swift
/// registry.register(.volume, get: { property in property.storedValue ?? 0.5 })
/// ```
///
/// It is handed to the accessors of
/// ``Registry/register(_:replacing:fileID:line:get:set:)``, at every access, on the thread of that.
public struct AccessedProperty<Value> {
  private let storage: InjectedStorage<Value>
  private let interceptor: AccessorInterceptor<Value>

  init(_ storage: InjectedStorage<Value>, _ interceptor: AccessorInterceptor<Value>) {
    self.storage = storage
    self.interceptor = interceptor
  }

  /// The object that has the property; nil while it is deinitialized, and where the property is a
  /// struct's.
  ///
  /// The accessors do not keep it.
  public var target: AnyObject? { interceptor.target }

  /// The property's name.
  public var name: String { interceptor.site.name }

  /// The type that has the property: the class that marks it, which may be a superclass of the target's.
  public var ownerType: Any.Type { interceptor.site.ownerType }

  /// What is stored in the property, behind the accessors.
  public var storedValue: Value? {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  /// Reads the property as if it had no getter.
  ///
  /// A marked property then reads what is stored.
  public func readOriginal() -> Value? { storedValue }

  /// Writes to the property as if it had no setter.
  ///
  /// A marked property then stores the value.
  public func writeOriginal(_ newValue: Value?) { storedValue = newValue }
}

/// What runs instead of reading and writing a marked property; nil for what is as without.
package struct PropertyAccessors<Value>: @unchecked Sendable {
  // Unchecked: the functions are `@Sendable`, or run only on the actor that `isolation` names, or where
  // the wrapper that has made them is accessed.
  let get: ((AccessedProperty<Value>) -> Value?)?
  let set: ((AccessedProperty<Value>, Value?) -> Void)?
  let isolation: Isolation

  init(
    get: ((AccessedProperty<Value>) -> Value?)?, set: ((AccessedProperty<Value>, Value?) -> Void)?,
    isolation: Isolation
  ) {
    self.get = get
    self.set = set
    self.isolation = isolation
  }

  /// Accessors that a wrapper makes for its own property, which run where that is accessed.
  package init(
    get: @escaping (AccessedProperty<Value>) -> Value?,
    set: @escaping (AccessedProperty<Value>, Value?) -> Void
  ) {
    self.init(get: get, set: set, isolation: .none)
  }
}

/// Runs accessors at each access to one property of one object.
final class AccessorInterceptor<Value>: PropertyInterceptor<Value>, @unchecked Sendable {
  // Unchecked: constant, but for the target, which is weak, and the threads, which are guarded.
  private let accessors: PropertyAccessors<Value>
  let site: PropertySite
  private(set) weak var target: AnyObject?
  private let getting = RunningThreads()
  private let setting = RunningThreads()

  init(_ accessors: PropertyAccessors<Value>, _ target: AnyObject?, _ site: PropertySite) {
    self.accessors = accessors
    self.target = target
    self.site = site
  }

  // An accessor that accesses its own property gets at what is stored.

  override func read(_ storage: InjectedStorage<Value>) -> Value? {
    guard let get = accessors.get, mayRunHere, getting.enter() else { return storage.value }
    defer { getting.leave() }
    return get(AccessedProperty(storage, self))
  }

  override func write(_ value: Value?, _ storage: InjectedStorage<Value>) {
    guard let set = accessors.set, mayRunHere, setting.enter() else {
      storage.value = value
      return
    }
    defer { setting.leave() }
    set(AccessedProperty(storage, self), value)
  }

  private var mayRunHere: Bool {
    if accessors.isolation.mayBeHere { return true }
    site.report(.accessedOnAnotherActor, actor: accessors.isolation.name)
    return false
  }
}

/// The threads that are in a piece of code, which is not to be entered from within.
private final class RunningThreads: Sendable {
  private let threads = Guarded<[UInt]>([])

  /// False if the thread is in it already.
  func enter() -> Bool {
    let thread = CurrentThread.id
    return threads.withLock { threads in
      guard !threads.contains(thread) else { return false }
      threads.append(thread)
      return true
    }
  }

  func leave() {
    let thread = CurrentThread.id
    threads.withLock { threads in threads.removeAll { $0 == thread } }
  }
}

/// What makes the accessors of its own property: a wrapper that no binding has a value for.
package protocol AccessorMaking<Value>: AnyObject {
  associatedtype Value

  /// The accessors of the property; nil, with a report, if there are none.
  func accessors(
    for site: PropertySite, from injector: PropertyInjector
  ) -> PropertyAccessors<Value>?
}

/// A property of an injected object, for what is reported later.
package struct PropertySite: @unchecked Sendable {
  // Unchecked: types are constants.
  package let name: String
  /// The type that has the property.
  package let ownerType: Any.Type
  package let valueType: Any.Type
  private let reporter: IssueReporter
  private let injectionLocation: CodeLocation

  init(_ property: InjectableProperty, _ call: borrowing InjectionCall) {
    name = property.name
    ownerType = property.ownerType
    valueType = property.valueType
    reporter = call.reporter
    injectionLocation = call.location
  }

  /// Reports an issue of the property.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - key: The key of a setting.
  ///   - foundType: The type of what was found.
  ///   - error: What was thrown.
  ///   - actor: The actor that is needed.
  ///   - other: The property that it does not go with.
  @inline(never)
  package func report(
    _ kind: InjectionIssue.Kind, key: String? = nil, foundType: Any.Type? = nil,
    error: (any Error)? = nil, actor: String? = nil, other: PropertySite? = nil
  ) {
    var issue = InjectionIssue(kind)
    issue.name = name
    issue.ownerType = ownerType
    issue.valueType = valueType
    issue.injectionLocation = injectionLocation
    issue.lookedUpName = key
    issue.foundType = foundType
    issue.thrown = error.map(ThrownError.init(error:))
    issue.requiredActor = actor
    issue.related = other.map { [RegistryEntry($0)] } ?? []
    reporter.report(issue)
  }
}
