import PropertyInjection

// Five instances into a fresh object or struct.
extension Cases {
  func fillByHand(_ object: Classes) {
    if object.a == nil { object.a = instances.a }
    if object.b == nil { object.b = instances.b }
    if object.c == nil { object.c = instances.c }
    if object.d == nil { object.d = instances.d }
    if object.e == nil { object.e = instances.e }
  }

  var freshClasses: Measurement {
    fresh(
      "five class instances into a fresh object", goal: "<= 1.4", Classes.init, byHand: fillByHand
    ) {
      PropertyInjector.injectDependencies(to: $0)
    }
  }

  var injectorOfItsOwn: Measurement {
    fresh("the same, through an injector of its own", Classes.init, byHand: fillByHand) {
      injector.injectDependencies(to: $0)
    }
  }

  var freshPorts: Measurement {
    fresh(
      "five protocol-typed instances", Ports.init,
      byHand: { object in
        if object.a == nil { object.a = instances.portA }
        if object.b == nil { object.b = instances.portB }
        if object.c == nil { object.c = instances.portC }
        if object.d == nil { object.d = instances.portD }
        if object.e == nil { object.e = instances.portE }
      },
      injected: { PropertyInjector.injectDependencies(to: $0) })
  }

  var freshConcretePorts: Measurement {
    fresh(
      "the same, registered with their own types", ConcretePorts.init,
      byHand: { object in
        if object.a == nil { object.a = instances.a }
        if object.b == nil { object.b = instances.b }
        if object.c == nil { object.c = instances.c }
        if object.d == nil { object.d = instances.d }
        if object.e == nil { object.e = instances.e }
      },
      injected: { PropertyInjector.injectDependencies(to: $0) })
  }

  var hooked: Measurement {
    fresh(
      "five instances and the hook", goal: "<= 2.0", Hooked.init,
      byHand: { object in
        if object.a == nil { object.a = instances.a }
        if object.b == nil { object.b = instances.b }
        if object.c == nil { object.c = instances.c }
        if object.d == nil { object.d = instances.d }
        if object.e == nil { object.e = instances.e }
        object.didInjectDependencies()
      },
      injected: { PropertyInjector.injectDependencies(to: $0) })
  }

  var freshFields: Measurement {
    harness.compare(
      "five class instances into a fresh struct", to: "by hand", goal: "<= 1.5", count: 400_000,
      baseline: {
        var value = Fields()
        withUnsafeMutablePointer(to: &value) { escape(UnsafeMutableRawPointer($0)) }
        if value.a == nil { value.a = instances.a }
        if value.b == nil { value.b = instances.b }
        if value.c == nil { value.c = instances.c }
        if value.d == nil { value.d = instances.d }
        if value.e == nil { value.e = instances.e }
        withUnsafeMutablePointer(to: &value) { escape(UnsafeMutableRawPointer($0)) }
      },
      operation: {
        var value = Fields()
        withUnsafeMutablePointer(to: &value) { escape(UnsafeMutableRawPointer($0)) }
        PropertyInjector.injectDependencies(to: &value)
        withUnsafeMutablePointer(to: &value) { escape(UnsafeMutableRawPointer($0)) }
      })
  }

  // Inlined always: a call between the loop and what it measures would flatter the library.
  @inline(__always)
  private func fresh<Object: AnyObject>(
    _ name: String, goal: String = "<= 2.0", _ make: () -> Object, byHand: (Object) -> Void,
    injected: (Object) -> Void
  ) -> Measurement {
    harness.compare(
      name, to: "by hand", goal: goal, count: 400_000,
      baseline: {
        let object = make()
        escape(object)
        byHand(object)
        escape(object)
      },
      operation: {
        let object = make()
        escape(object)
        injected(object)
        escape(object)
      })
  }
}
