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
    guard isOfProduct, let chain = ResolutionChain.calling,
      chain.isWithinSharedValue, step.property.ownerType is AnyClass,
      let making = chain.innermostMaking
    else { return false }
    let product = chain.lateProduct ?? LateProduct()
    chain.lateProduct = product
    let work = later(root) { call, root in
      // If the property has to wait again, it does so for the same product.
      ResolutionChain.calling?.lateProduct = product
      let outcome = call.fill(step, root)
      if case .filled = outcome { product.isFilled = true }
      call.injector.note(step, outcome, at: call.location)
    }
    making.thread.postpone(making, until: cause, work)
    return true
  }

  /// Notes that a product of the injector lacks a value that it would have elsewhere or later; then it is not kept.
  ///
  /// What the program injects itself and gives to the injector is injected once more, as a product.
  @inline(never)
  func noteLack(for depth: Int) {
    // Another attempt may fill a gap that this link has caused. A link further in is part of the making itself, and every
    // attempt has it.
    guard isOfProduct, let chain = ResolutionChain.calling, chain.isWithinSharedValue,
      let link = chain.links.first(where: { $0.making != nil }), depth <= link.depth
    else { return }
    link.making?.lacks(for: depth)
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
    // It is not handed out.
    if plan.lacksRequired(after: outcomes) { return }
    let chain = ResolutionChain.calling
    // The hook of a product for one use waits for the shared value around it only if a property of
    // the product is filled later.
    guard !plan.isOfValueType, let making = chain?.innermostMaking,
      chain?.making != nil || chain?.lateProduct != nil
    else { return run(hook, root) }
    let product = chain?.lateProduct
    let isFilled = outcomes.hasFilled
    making.hooks.append(
      later(root) { call, root in
        if isFilled || product?.isFilled == true { call.run(hook, root) }
      })
  }

  /// Work on the object in the pointer's variable that is done later on behalf of this call.
  private func later(
    _ root: UnsafeMutableRawPointer,
    _ work: @escaping (borrowing InjectionCall, UnsafeMutableRawPointer) -> Void
  ) -> () -> Void {
    let object = root.load(as: AnyObject.self)
    return { [injector = injector, origin = origin()] in
      var object = object
      withUnsafeMutablePointer(to: &object) { root in
        Override.makingValue(of: injector) {
          origin.call(injector) {
            work($0.asking(forProduct: true), UnsafeMutableRawPointer(root))
          }
        }
      }
    }
  }
}
