// The properties and hooks that wait for shared values which are being made, and the gaps in objects.
extension InjectionCall {
  /// Leaves a property to be filled as soon as a scoped value that is being made is shown.
  ///
  /// False if the property cannot wait.
  @inline(never)
  func postpone(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, until cause: Making
  ) -> Bool {
    // Only for a product of the injector within a shared value: other code does not have the object
    // yet.
    guard purpose == .injectingProduct, let chain = ResolutionChain.calling,
      chain.isWithinSharedValue, step.property.ownerType is AnyClass,
      let making = chain.innermostMaking, !ObjectLife.isEnding(root.load(as: AnyObject.self))
    else { return false }
    let object = root.load(as: AnyObject.self)
    let product = chain.lateProduct ?? LateProduct()
    chain.lateProduct = product
    making.thread.postpone(making, until: cause) { [injector = injector, origin = origin] in
      Override.makingValue(of: injector) {
        injector.fill(step, of: object, product, for: origin)
      }
    }
    return true
  }

  /// Notes that an object lacks a value that it would have elsewhere or later.
  ///
  /// Such an object is not kept.
  @inline(never)
  func noteLack(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, for depth: Int
  ) {
    guard let chain = ResolutionChain.calling, let making = chain.making(lackingFor: depth)
    else { return }
    if purpose == .injectingProduct, chain.isWithinSharedValue {
      making.lacks(nil, for: depth)
    } else if step.property.ownerType is AnyClass {
      let object = root.load(as: AnyObject.self)
      if !ObjectLife.isEnding(object) { making.lacks(object, for: depth) }
    }
  }

  /// Calls the hook of a product of the injector, now or later.
  ///
  /// The hook of a shared value waits until all shared values that are made with it have their
  /// properties.
  @inline(never)
  func runOfProduct(
    _ hook: InjectionHook, _ root: UnsafeMutableRawPointer, _ plan: InjectionPlan,
    _ outcomes: PropertyOutcomes
  ) {
    let chain = ResolutionChain.calling
    // The hook of a product for one use waits for the shared value around it only if a property of
    // the product is filled later.
    guard !plan.isOfValueType, let making = chain?.innermostMaking,
      chain?.making != nil || chain?.lateProduct != nil
    else { return run(hook, root) }
    let object = root.load(as: AnyObject.self)
    let product = chain?.lateProduct
    let isFilled = outcomes.hasFilled
    making.hooks.append { [injector = injector, origin = origin] in
      guard isFilled || product?.isFilled == true else { return }
      var object = object
      withUnsafeMutablePointer(to: &object) { root in
        Override.makingValue(of: injector) {
          origin.call(injector) { $0.run(hook, UnsafeMutableRawPointer(root)) }
        }
      }
    }
  }
}

extension PropertyInjector {
  /// Fills a property of a product that has waited for a shared value, which exists now.
  fileprivate func fill(
    _ step: InjectionStep, of object: AnyObject, _ product: LateProduct, for origin: CallOrigin
  ) {
    // If the property has to wait again, it does so for the same product.
    ResolutionChain.calling?.lateProduct = product
    var object = object
    let outcome = withUnsafeMutablePointer(to: &object) { root in
      origin.call(self) {
        $0.asking(for: .injectingProduct).fill(step, UnsafeMutableRawPointer(root))
      }
    }
    if case .filled = outcome { product.isFilled = true }
    note(step, outcome, at: origin.location)
  }
}
