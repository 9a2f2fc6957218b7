/// A hook that waits until all values that are made together with its object have their properties.
final class WaitingHook: FinalWork, @unchecked Sendable {
  // Unchecked: run once, by one thread, while other threads that want the object wait.
  private let hook: InjectionHook
  private let object: AnyObject
  /// Whether a property was filled during the injection.
  private let isFilled: Bool
  /// Records whether a property was filled later; nil if none waits.
  private let product: LateProduct?
  private let injector: PropertyInjector
  private let origin: CallOrigin
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
    origin = call.origin
  }

  func run() {
    guard isFilled || product?.isFilled == true else { return }
    var object = object
    withUnsafeMutablePointer(to: &object) { root in
      origin.call(injector) { $0.run(hook, UnsafeMutableRawPointer(root)) }
    }
  }
}
