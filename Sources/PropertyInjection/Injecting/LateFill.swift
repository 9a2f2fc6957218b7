/// A property that is filled as soon as the shared value that it needs is there.
///
/// The value is in the making, and what has the property is needed to make it: an initializer's argument, say.
final class LateFill: LateWork, @unchecked Sendable {
  // Unchecked: run once, by the thread that makes the value, while the one that has left it there waits.
  private let object: AnyObject
  private let step: InjectionStep
  private let product: LateProduct
  private let injector: PropertyInjector
  private let origin: CallOrigin
  /// The making of what is to be kept with the property; nil if nothing is.
  private let holder: OnceCreation?
  private let binding: Binding
  /// The bindings that lead back to the first of them.
  private let circle: [String]

  init(
    _ object: AnyObject, _ step: InjectionStep, of product: LateProduct, from binding: Binding,
    _ injector: PropertyInjector, _ origin: CallOrigin, holder: OnceCreation?, circle: [String]
  ) {
    self.object = object
    self.step = step
    self.product = product
    self.binding = binding
    self.injector = injector
    self.origin = origin
    self.holder = holder
    self.circle = circle
  }

  /// Fills the property.
  func run() {
    var object = object
    withUnsafeMutablePointer(to: &object) { root in
      let call = InjectionCall(injector, origin).ofProduct()
      if call.fill(step, UnsafeMutableRawPointer(root)) == .filled { product.isFilled = true }
    }
  }

  /// Reports that there will be no value.
  func fail() {
    let call = InjectionCall(injector, origin).ofProduct()
    call.report(.refused(.cycle(circle, nil, dependsOn: 0)), of: binding, for: call.asker(step))
    holder?.abandon()
  }
}
