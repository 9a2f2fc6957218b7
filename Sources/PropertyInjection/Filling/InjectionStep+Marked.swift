extension InjectionStep {
  /// Lets each object's own wrapper make the accessors of its property, from the value of a binding.
  ///
  /// - Parameter kind: Why there are none, if the binding has given nil.
  static func askingWrapper<Value>(
    _ type: Value.Type, _ place: StoragePlace, _ answer: Answer,
    otherwise kind: InjectionIssue.Kind
  ) -> Store {
    { call, step, root in
      if let refusal = answer.binding.refusal(on: call.isolation, in: place) {
        return Failure(refusal)
      }
      let slot = MarkedSlot<Value>(place.address(in: root))
      guard let maker = slot.request.maker as? any AccessorMaking<Value> else {
        return Failure(kind)
      }
      let site = PropertySite(step.property, call)
      var refusal: Failure?
      let failure = call.injector.provide(answer, for: call, call.asker(step.point)) { source in
        // The wrapper may call code of the program, for a key.
        refusal = ResolutionChain.follow(.property(step.point)) { _ in
          let accessors = maker.accessors(for: site, from: source, of: answer.binding.isolation)
          slot.intercept(with: AccessorGate(accessors, place.owner(of: root), site, .setting))
        }
      }
      return refusal ?? failure.map { $0.kind.isQuiet ? Failure(kind) : $0 }
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

  /// The accessors of the property.
  ///
  /// - Parameters:
  ///   - source: The address of a value of the wrapper's source type.
  ///   - isolation: The actor that the value belongs to.
  func accessors(
    for site: PropertySite, from source: UnsafeRawPointer, of isolation: Isolation
  ) -> PropertyAccessors<Value>
}

extension MarkRequest {
  /// The request of a wrapper that makes its own accessors.
  package init(_ maker: some AccessorMaking) {
    self = .details(MarkDetails(maker))
  }
}
