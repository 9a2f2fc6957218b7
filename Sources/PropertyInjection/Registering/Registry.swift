/// What an injector is configured with: bindings, and the properties that may be filled.
///
/// A registry exists only while an injector is being configured. It is a value: a derived injector
/// starts from a copy of it. See ``PropertyInjector/configure(_:fileID:line:)``,
/// ``PropertyInjector/init(_:)`` and ``PropertyInjector/overriding(_:)``.
///
/// ```swift
/// PropertyInjector.configure { registry in
///   registry.register("myService", instance: MyService())     // name + type -> instance
///   registry.register("currentDate") { Date() }                // ... or -> factory
///   registry.declare("myService", \ViewController.myService)   // a property that may be filled
///   registry.declare("currentDate", \ViewController.currentDate)
/// }
/// ```
///
/// Registering and declaring cost a dictionary entry each. Mistakes neither throw nor trap: they are
/// reported, as ``InjectionIssue``, when the configuration ends.
public struct Registry {
  var bindings = BindingTable()
  var declarations = DeclaredProperties()
  var unreflected: Set<ObjectIdentifier> = []
  var confinements: [ObjectIdentifier: Isolation] = [:]
  var issues: [InjectionIssue] = []

  /// Receives what goes wrong, each distinct issue once per injector.
  ///
  /// The default writes the issue's text to standard error. The handler is called on the thread that
  /// met the issue, with no lock held; it may inject. Tests collect, programs log:
  ///
  /// ```swift
  /// registry.issueHandler = { issue in logger.warning("\(issue)") }
  /// ```
  ///
  /// A derived injector keeps its parent's handler unless it sets another.
  public var issueHandler: @Sendable (InjectionIssue) -> Void = StandardError.report

  init() {}

  /// Sets a type apart from reflection: no object of it is ever walked with `Mirror`.
  ///
  /// Declared properties are filled all the same; ``Injected`` properties are not found. In objects of a
  /// subclass only what this class stores is left out. Swift traps when an object is reflected whose `unowned` property dangles, so
  /// a class that can be in that state belongs here.
  public mutating func doNotReflect(_ type: Any.Type) {
    unreflected.insert(ObjectIdentifier(type))
  }

  /// Confines objects of a class and its subclasses to the actor of the calling code.
  ///
  /// An injection from elsewhere is refused and reported before anything is read. Declared properties
  /// and ``InjectionAware`` hooks bring their isolation along, so this is needed only for classes of a
  /// global actor whose injectable properties are all marked with ``Injected``.
  public mutating func confine<Object: AnyObject>(
    _ type: Object.Type, isolation: isolated any Actor = #isolation
  ) {
    confinements[ObjectIdentifier(type)] = Isolation(actor: isolation)
  }
}
