/// Something that the injector makes, of which a property is filled later.
final class LateProduct {
  /// Whether a property has been filled later.
  fileprivate(set) var isFilled = false
}

/// A property that is filled as soon as the shared value that it needs is there.
///
/// The value is in the making, and what has the property is needed to make it: an initializer's argument, say.
final class LateFill: @unchecked Sendable {
  // Unchecked: run once, by the thread that makes the value, while the one that has left it there waits.
  private let object: AnyObject
  private let step: InjectionStep
  private let product: LateProduct
  private let injector: PropertyInjector
  private let actor: (any Actor)?
  private let location: CodeLocation
  private let reporter: IssueReporter
  /// The making of what is to be kept with the property; nil if nothing is.
  private let holder: Creation?
  private let binding: Binding
  /// The bindings that lead back to the first of them.
  private let circle: [String]

  init(
    _ object: AnyObject, _ step: InjectionStep, of product: LateProduct, from binding: Binding,
    _ call: borrowing InjectionCall, holder: Creation?, circle: [String]
  ) {
    self.object = object
    self.step = step
    self.product = product
    self.binding = binding
    injector = call.injector
    actor = call.isolation.actor
    location = call.location
    reporter = call.reporter
    self.holder = holder
    self.circle = circle
  }

  private borrowing func withCall(_ body: (borrowing InjectionCall) -> Void) {
    body(
      InjectionCall(
        injector: injector, actor: actor, location: location, purpose: .injectingProduct,
        reporter: reporter))
  }

  /// Fills the property.
  func run() {
    var object = object
    withUnsafeMutablePointer(to: &object) { root in
      withCall { call in
        if call.fill(step, UnsafeMutableRawPointer(root)) == .filled { product.isFilled = true }
      }
    }
  }

  /// Reports that there will be no value.
  func fail() {
    withCall { call in
      call.report(.refused(.cycle(circle, nil, dependsOn: 0)), of: binding, for: call.asker(step))
    }
    holder?.abandon()
  }
}

/// A hook that runs when all that was made with its object has its properties.
final class WaitingHook: @unchecked Sendable {
  // Unchecked: run once, by one thread, while others that want the object wait.
  private let hook: InjectionHook
  private let object: AnyObject
  /// Whether a property has been filled at once.
  private let isFilled: Bool
  /// What may have been filled later.
  private let product: LateProduct?
  private let injector: PropertyInjector
  private let location: CodeLocation
  private let reporter: IssueReporter
  /// Whether neither the hook nor the object belongs to an actor.
  let isForAnyThread: Bool

  init(
    _ hook: InjectionHook, _ object: AnyObject, isFilled: Bool, _ product: LateProduct?,
    isForAnyThread: Bool, _ call: borrowing InjectionCall
  ) {
    self.hook = hook
    self.object = object
    self.isFilled = isFilled
    self.product = product
    self.isForAnyThread = isForAnyThread
    injector = call.injector
    location = call.location
    reporter = call.reporter
  }

  func run() {
    guard isFilled || product?.isFilled == true else { return }
    var object = object
    withUnsafeMutablePointer(to: &object) { root in
      InjectionCall(injector: injector, actor: nil, location: location, reporter: reporter)
        .run(hook, UnsafeMutableRawPointer(root))
    }
  }
}
