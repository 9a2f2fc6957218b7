/// A hook that runs when all that was made with its object has its properties.
final class WaitingHook: FinalWork, @unchecked Sendable {
  // Unchecked: run once, by one thread, while others that want the object wait.
  private let hook: InjectionHook
  private let object: AnyObject
  /// Whether a property has been filled at once.
  private let isFilled: Bool
  /// What may have been filled later.
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
      InjectionCall(injector, origin).run(hook, UnsafeMutableRawPointer(root))
    }
  }
}
