/// A property that is filled as soon as the shared value that it needs exists.
///
/// The value is being made, and the object with the property is needed to make it, for example as
/// an argument of its initializer.
final class LateFill: LateWork, @unchecked Sendable {
  // Unchecked: run once, by the thread that makes the value, while the thread that created it
  // waits.
  private let object: AnyObject
  private let step: InjectionStep
  private let product: LateProduct
  private let injector: PropertyInjector
  private let origin: CallOrigin
  /// The creation of the shared value that the object is part of; nil if there is none.
  private let holder: OnceCreation?
  private let binding: Binding
  /// The keys of the bindings that form the circle, for the report.
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
      // If the property has to wait again, it does so for the same product.
      let chain = ResolutionChain.calling
      let outer = chain?.lateProduct
      chain?.lateProduct = product
      let outcome = origin.call(injector) {
        $0.ofProduct().fill(step, UnsafeMutableRawPointer(root))
      }
      chain?.lateProduct = outer
      guard outcome == .filled else { return }
      product.isFilled = true
      injector.note(step, at: origin.location, recording: injector.recorder)
    }
  }

  func forOtherThread() -> (any LateWork)? {
    guard step.isForAnyActor, binding.isolation.actor == nil else { return nil }
    return LateFill(
      object, step, of: product, from: binding, injector,
      CallOrigin(.none, origin.location, origin.reporter), holder: holder, circle: circle)
  }

  /// Reports that there is no value, and abandons the holder.
  func fail() {
    origin.call(injector) { call in
      let call = call.ofProduct()
      call.report(.cycle(circle, nil, dependsOn: 0), of: binding, for: call.asker(step))
    }
    holder?.abandon()
  }
}
