// The properties and hooks that wait for shared values which are being made, and the gaps in objects.
extension InjectionCall {
  /// Leaves a property to be filled as soon as a shared value that is being made exists.
  ///
  /// False if the property cannot wait.
  @inline(never)
  func fillLater(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, from binding: Binding,
    _ creation: OnceCreation, _ cycle: [String]
  ) -> Bool {
    // Only for a product of the injector within a shared value: other code does not have the object
    // yet.
    guard purpose == .injectingProduct, let chain = ResolutionChain.calling,
      chain.isWithinSharedValue, step.property.ownerType is AnyClass,
      !ObjectLife.isEnding(root.load(as: AnyObject.self))
    else { return false }
    let isForAnyThread = step.isForAnyActor && binding.isolation.actor == nil
    guard creation.isOnThisThread || isForAnyThread else { return false }
    let object = root.load(as: AnyObject.self)
    let product = chain.lateProduct ?? LateProduct()
    chain.lateProduct = product
    let holder = chain.innermostCreation
    let thread = CurrentThread.id
    let injector = injector
    let origin = origin
    let work = WaitingWork(isForAnyThread: isForAnyThread) {
      // Another thread runs on no actor of this call.
      let isHere = CurrentThread.id == thread
      let origin = isHere ? origin : CallOrigin(.none, origin.location, origin.reporter)
      injector.fill(step, of: object, product, for: origin)
    } otherwise: {
      origin.call(injector) { call in
        let call = call.ofProduct()
        call.report(Failure(.cycle(cycle), dependsOn: 0), of: binding, for: call.asker(step.point))
      }
      holder?.abandon()
    }
    guard creation.fillLater(work) else { return false }
    holder?.add([creation])
    return true
  }

  /// Notes that an object lacks a value that it would have elsewhere or later.
  ///
  /// Such an object is not kept.
  @inline(never)
  func noteLack(
    _ step: InjectionStep, _ root: UnsafeMutableRawPointer, for depth: Int
  ) {
    guard let chain = ResolutionChain.calling, let creation = chain.creation(lackingFor: depth)
    else { return }
    if purpose == .injectingProduct, chain.isWithinSharedValue {
      creation.lacks(nil, for: depth)
    } else if step.property.ownerType is AnyClass {
      let object = root.load(as: AnyObject.self)
      if !ObjectLife.isEnding(object) { creation.lacks(object, for: depth) }
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
    guard !plan.isOfValueType, let creation = chain?.innermostCreation,
      chain?.creation != nil || chain?.lateProduct != nil
    else { return run(hook, root) }
    let object = root.load(as: AnyObject.self)
    let product = chain?.lateProduct
    let isFilled = outcomes.hasFilled
    creation.runLater(
      WaitingWork(isForAnyThread: plan.isForAnyActor) { [injector = injector, origin = origin] in
        guard isFilled || product?.isFilled == true else { return }
        var object = object
        withUnsafeMutablePointer(to: &object) { root in
          origin.call(injector) { $0.run(hook, UnsafeMutableRawPointer(root)) }
        }
      })
  }
}

extension PropertyInjector {
  /// Fills a property of a product that has waited for a shared value, which exists now.
  fileprivate func fill(
    _ step: InjectionStep, of object: AnyObject, _ product: LateProduct, for origin: CallOrigin
  ) {
    // If the property has to wait again, it does so for the same product.
    let chain = ResolutionChain.calling
    let outer = chain?.lateProduct
    chain?.lateProduct = product
    var object = object
    let outcome = withUnsafeMutablePointer(to: &object) { root in
      origin.call(self) { $0.ofProduct().fill(step, UnsafeMutableRawPointer(root)) }
    }
    chain?.lateProduct = outer
    guard case .filled = outcome else { return }
    product.isFilled = true
    note(step, at: origin.location, recording: recorder)
  }
}
