extension InjectionStep {
  /// Lets each object's own wrapper make the accessors of its property.
  ///
  /// - Parameter kind: Why there are none; the wrapper reports it.
  static func askingWrapper<Value>(
    _ type: Value.Type, _ place: StoragePlace, otherwise kind: InjectionIssue.Kind
  ) -> Store {
    { call, step, root in
      let slot = MarkedSlot<Value>(place.address(in: root))
      guard let maker = slot.request.maker as? any AccessorMaking<Value> else {
        return Failure(kind, dependsOn: nil, isReported: true)
      }
      let site = PropertySite(step.property, call)
      var made: PropertyAccessors<Value>?
      // The wrapper may call code of the program, for a key or a store.
      let refusal = ResolutionChain.follow(.property(step.point)) {
        [injector = call.injector, isolation = call.isolation] _ in
        made = maker.accessors(for: site, on: isolation, from: injector)
      }
      if let refusal { return refusal }
      guard let accessors = made else { return Failure(kind, dependsOn: nil, isReported: true) }
      if !place.isInObject, accessors.isolation.retained?.isBeyondCheck == true {
        let refusal = InjectionIssue.Kind.mayLeaveActor(accessors.isolation.text)
        site.report(refusal)
        return Failure(refusal, dependsOn: nil, isReported: true)
      }
      slot.intercept(with: AccessorGate(accessors, place.owner(of: root), site, .setting))
      return nil
    }
  }
}

extension PropertySite {
  init(_ property: InjectableProperty, _ call: borrowing InjectionCall) {
    self.init(
      property: property, reporter: call.reporter, injectionLocation: call.location)
  }
}

/// A wrapper that makes the accessors of its own property, instead of a binding.
package protocol AccessorMaking<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The accessors of the property; nil, with a report, if there are none.
  ///
  /// - Parameter isolation: The actor of the injection, which the accessors must not keep.
  func accessors(
    for site: PropertySite, on isolation: Isolation, from injector: PropertyInjector
  ) -> PropertyAccessors<Value>?
}

extension MarkRequest {
  /// The request of a wrapper that makes its own accessors.
  package init(_ maker: some AccessorMaking) {
    self = .details(MarkDetails(maker))
  }
}
