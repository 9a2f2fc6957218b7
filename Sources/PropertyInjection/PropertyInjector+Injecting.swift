extension PropertyInjector {
  /// Fills the nil properties of an object, and calls its hook.
  ///
  /// The object's dynamic type decides what is filled, however the variable is declared. An object
  /// that belongs to an actor is injected by code of that actor; elsewhere nothing is read, written
  /// or called, and a report says which actor is needed.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that injects itself.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: Which properties were filled, and which were not.
  @discardableResult
  public func injectDependencies<Object: AnyObject>(
    to object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    let location = CodeLocation(fileID: fileID, line: line)
    return inject(object, for: InjectionCall(self, on: isolation, at: location))
  }

  /// Fills the nil properties of a struct, and calls its hook.
  ///
  /// ```swift
  /// var form = Form()
  /// injector.injectDependencies(to: &form)
  /// ```
  ///
  /// A variable of a class, protocol or optional type is injected according to what it holds. Nil,
  /// enums without declared properties, tuples and closures have nothing to fill. While the call
  /// runs, factories and the hook may not read the same variable: that is Swift's law of
  /// exclusivity.
  @discardableResult
  public func injectDependencies<Value>(
    to value: inout Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    injectDependencies(
      to: &value, isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
  }

  @discardableResult
  package func injectDependencies<Value>(
    to value: inout Value, isolation: isolated (any Actor)? = #isolation, at location: CodeLocation
  ) -> InjectionResult {
    inject(&value, for: InjectionCall(self, on: isolation, at: location))
  }

  /// Explains why a struct that is passed as a copy, or a type, does not compile.
  @available(
    *, unavailable,
    message: """
      pass the variable itself, &value: of a struct a copy would be filled; injected(value) returns a filled one; \
      for an object that is held as Any or any P, value as AnyObject; for the elements of an array, \
      injectDependencies(toEach:); for a type's static properties, \
      injectDependencies(toStaticPropertiesOf:)
      """
  )
  @discardableResult
  public func injectDependencies<Value>(to value: Value) -> InjectionResult { .empty }
}

extension PropertyInjector {
  /// Fills the nil static properties of a type.
  ///
  /// ```swift
  /// registry.declare("session", \Account.Type.session)
  /// ```
  /// ```swift
  /// injector.injectDependencies(toStaticPropertiesOf: Account.self)
  /// ```
  ///
  /// They are declared with a key path that starts at the metatype, `\Account.Type`. What is
  /// declared for a class fills its subclasses too: they share a static property, while a class
  /// property that a subclass overrides is the subclass's own. The memory of static properties is
  /// not known. So a static property that is marked with ``Injected`` must be declared as well, and
  /// gets its value at once: it cannot be lazy or have accessors. The hook is not called, because
  /// it belongs to objects. The idea is DeluxeInjection's class properties.
  ///
  /// - Parameters:
  ///   - type: The type; its dynamic type decides.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: Which properties were filled, and which were not.
  @discardableResult
  public func injectDependencies<Object>(
    toStaticPropertiesOf type: Object.Type, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResult {
    let location = CodeLocation(fileID: fileID, line: line)
    let call = InjectionCall(self, on: isolation, at: location)
    var type: Any.Type = type
    let typeOfType: Any.Type = Swift.type(of: type)
    // An `Any.Type` variable starts with the type pointer, which is all that an `Object.Type`
    // holds.
    return withUnsafeMutablePointer(to: &type) {
      inject(typeOfType, UnsafeMutableRawPointer($0), call)
    }
  }
}

extension PropertyInjector {
  /// Fills the nil properties of an object as a closure decides for each, and calls its hook.
  ///
  /// ```swift
  /// injector.injectDependencies(to: player) { point in
  ///   switch point.name {
  ///   case "clock": .inject(StoppedClock())
  ///   case "album": .skip
  ///   default: .asUsual
  ///   }
  /// }
  /// ```
  ///
  /// The closure is asked about every nil property of the object that may be injected, declared or
  /// marked, its own and those of its superclasses, in the order in which they are filled. A setting
  /// counts as nil until an injection connects it to its store; a property with accessors counts as
  /// set. The closure runs once per property, in the caller's isolation, with no lock held. The hook is
  /// called if any property was filled. The idea is DeluxeInjection's `forceInject:`.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that injects itself.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  ///   - decide: Decides on a property.
  /// - Returns: Which properties were filled, and which were not.
  @discardableResult
  public func injectDependencies<Object: AnyObject>(
    to object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    deciding decide: (InjectionPoint) -> InjectionDecision
  ) -> InjectionResult {
    let location = CodeLocation(fileID: fileID, line: line)
    return withoutActuallyEscaping(decide) {
      inject(object, for: InjectionCall(self, on: isolation, at: location, decide: $0))
    }
  }
}

extension PropertyInjector {
  /// Fills an object or a value and returns it, for a chain of calls.
  ///
  /// ```swift
  /// let row = injector.injected(Row())
  /// ```
  ///
  /// Like `injectDependencies(to:)`; a struct comes back filled. Where the calling code belongs to an
  /// actor, the object may have got what belongs to that actor, so it stays there. An object that is sent elsewhere
  /// afterwards is injected on no actor, so that it gets what any code may use, and nothing else:
  ///
  /// ```swift
  /// @MainActor func handle(_ request: Request) async {
  ///   let handler = PropertyInjector.shared.injected(Handler(), isolation: nil)
  ///   await handler.handle(request)  // off the main actor
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: A class instance, a struct, or what holds one.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: The same object, or the filled value.
  public func injected<Value>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value {
    var value = value
    injectDependencies(to: &value, isolation: isolation, fileID: fileID, line: line)
    return value
  }

  /// Fills each element of a collection: structs in their places, and objects.
  ///
  /// ```swift
  /// injector.injectDependencies(toEach: &rows)
  /// ```
  ///
  /// No element is copied, and none is put into an existential.
  ///
  /// - Returns: Which elements lack something, and what: `try injector.injectDependencies(toEach: &rows).requireComplete()`.
  @discardableResult
  public func injectDependencies<Values: MutableCollection>(
    toEach values: inout Values, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResults {
    var results = InjectionResults()
    var index = values.startIndex
    while index != values.endIndex {
      results.add(
        injectDependencies(to: &values[index], isolation: isolation, fileID: fileID, line: line))
      values.formIndex(after: &index)
    }
    return results
  }

  /// Fills each object of a sequence.
  ///
  /// ```swift
  /// injector.injectDependencies(toEach: controllers)
  /// ```
  ///
  /// - Returns: Which objects lack something, and what.
  @discardableResult
  public func injectDependencies<Objects: Sequence>(
    toEach objects: Objects, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> InjectionResults where Objects.Element: AnyObject {
    var results = InjectionResults()
    for object in objects {
      results.add(injectDependencies(to: object, isolation: isolation, fileID: fileID, line: line))
    }
    return results
  }
}

extension PropertyInjector {
  /// Removes the getters and setters, unread lazy values and settings of an object's marked properties.
  ///
  /// ```swift
  /// let names = injector.removeAccessors(of: player)
  /// ```
  ///
  /// The properties are plain then, and hold their stored values: the value that a lazy property
  /// has made, or that a setter has stored. A property that was a setting holds nothing and reads
  /// its default. The next injection may fill the properties that are nil. The removal is a write
  /// of the property: no other thread may use it meanwhile. Any injector may remove what another
  /// one has put there, unless it declares the property with a key path, but it runs on the object's actor: from
  /// elsewhere nothing is done, and that is reported. The idea is DeluxeInjection's `reject:` and `rejectAll`.
  ///
  /// - Parameters:
  ///   - object: A class instance, or an actor that calls this itself.
  ///   - isolation: The actor of the calling code.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  ///   - isToBePlain: Whether a property becomes plain; left out, all do.
  /// - Returns: The names of the properties that have become plain.
  @discardableResult
  public func removeAccessors<Object: AnyObject>(
    of object: Object, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line,
    where isToBePlain: (InjectionPoint) -> Bool = { _ in true }
  ) -> [String] {
    let injector = replacementOrSelf
    let location = CodeLocation(fileID: fileID, line: line)
    let call = InjectionCall(injector, on: isolation, at: location)
    var object: AnyObject = object
    let type: Any.Type = type(of: object)
    return withUnsafeMutablePointer(to: &object) {
      let root = UnsafeMutableRawPointer($0)
      guard let plan = (try? injector.plan(of: type, root, call))?.takeUnretainedValue(),
        plan.refusal(of: call, root) == nil
      else { return [] }
      return plan.allSteps.compactMap { step in
        guard let storage = step.point.slot(in: root), let kind = storage.interceptedAs,
          isToBePlain(step.injectionPoint(at: call.location, as: kind))
        else { return nil }
        storage.makePlain()
        return step.property.name
      }
    }
  }
}
