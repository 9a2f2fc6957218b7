import Synchronization

extension PropertyInjector {
  /// The value of a key; a factory gets these arguments.
  @inlinable  // Specialized where the type is known: an optional of any type is slow.
  func instance<Value>(
    _ key: InjectionKey<Value>, _ arguments: [Any?], _ actor: (any Actor)?,
    _ location: CodeLocation
  ) -> Value? {
    if arguments.isEmpty, let value = valueAtHand(key.bindingKey) {
      return value.assumingMemoryBound(to: Value.self).pointee
    }
    var instance: Value?
    provide(key.bindingKey, arguments, actor, location) {
      instance = $0.assumingMemoryBound(to: Value.self).pointee
    }
    return instance
  }

  /// Hands over the address of a key's value; every look-up of the program that finds no value at hand
  /// goes here.
  ///
  /// - Parameter reporter: Receives the issues in place of the injector's reporter.
  @usableFromInline @inline(never)  // Called in many places.
  func provide(
    _ key: BindingKey, _ arguments: [Any?], _ actor: (any Actor)?, _ location: CodeLocation,
    reporter: IssueReporter? = nil, _ use: (UnsafeRawPointer) -> Void
  ) {
    let injector = replacementOrSelf(calledAt: location)
    // A call does not retain its reporter.
    defer { withExtendedLifetime(reporter) {} }
    let call = InjectionCall(
      injector: injector, actor: actor, location: location, arguments: arguments,
      reporter: reporter)
    guard injector.role != .unconfigured else {
      return call.reportNotConfigured(lookingFor: key)
    }
    injector.inRequest { injector.provide(key, for: call, use) }
  }

  /// The values of all bindings that the binding of a collection collects.
  func collect<Value>(
    _ type: Value.Type, by collecting: Binding, for call: borrowing InjectionCall
  ) -> [Value] {
    let bindings = registry.bindings
    var instances: [Value] = []
    for binding in withAnswer(to: collecting.key, { $0.collected }) {
      binding.noteUse()
      let asker = Asker.lookUp(binding.key)
      if bindings.isPlaceholder(binding) {
        call.report(Failure(.placeholder), of: nil, for: asker)
        continue
      }
      let failure = provide(type, from: binding, for: call, asker) {
        instances.append($0.assumingMemoryBound(to: type).pointee)
      }
      if let failure { call.report(failure, of: binding, for: asker, wanted: type) }
    }
    return instances
  }

  @inline(never)  // Called in two places.
  func provide(
    _ key: BindingKey, for call: borrowing InjectionCall, _ use: (UnsafeRawPointer) -> Void
  ) {
    let asker = Asker.lookUp(key)
    withAnswer(to: key) { answer in
      if let failure = provide(answer, for: call, asker, use) {
        call.report(failure, of: answer.found, for: asker, wanted: key.type)
      }
    }
  }

  /// Runs an injection or a look-up as one request, if a binding has the scope `graph`.
  @inline(__always)
  func inRequest(_ body: () -> Void) {
    if registry.contents.hasGraphs { ResolutionChain.inRequest(body) } else { body() }
  }

  /// The value of a key, if it has been found before and is the same for every caller.
  ///
  /// The value lives as long as the injector.
  @usableFromInline
  func valueAtHand(_ key: BindingKey) -> UnsafeRawPointer? {
    if mayBeOverridden { return nil }
    return answers.entry(for: key)?._withUnsafeGuaranteedRef { $0.value }
  }

  /// Hands over the answer to a key, which is looked up once.
  @inline(__always)
  func withAnswer<Result>(to key: BindingKey, _ body: (Answer) -> Result) -> Result {
    if let known = answers.entry(for: key) { return known._withUnsafeGuaranteedRef(body) }
    // Retained here: an answer may not be remembered.
    var own: Answer?
    let found = findNow(key, &own)
    defer { withExtendedLifetime(own) {} }
    return found._withUnsafeGuaranteedRef(body)
  }

  @inline(never)
  private func findNow(_ key: BindingKey, _ own: inout Answer?) -> Unmanaged<Answer> {
    // The table in its place: `registry.bindings` is a copy, which retains each of its parts.
    if let only = registry.contents.bindings.only(key) { return remember(only, for: key) }
    return search(key, &own)
  }

  /// The answer to a key whose look-up may have something to report.
  private func search(_ key: BindingKey, _ own: inout Answer?) -> Unmanaged<Answer> {
    var trail = AliasTrail()
    let found = registry.contents.bindings.lookUp(key, &trail)
    for alias in trail.aliases { alias.noteUse() }
    switch found {
    case .success(let binding):
      let remarks = registry.contents.bindings.remarks(on: binding, foundFor: key)
      let entry = remember(binding, for: key)
      for issue in remarks { reporter.report(issue) }
      return entry
    case .failure(let kind):
      let answer = Answer(key, found, in: self)
      if mayRemember(kind, key) { return answers.insert(answer) }
      own = answer
      return .passUnretained(answer)
    }
  }

  private func remember(_ binding: Binding, for key: BindingKey) -> Unmanaged<Answer> {
    binding.noteUse()
    return answers.insert(Answer(key, .success(binding), in: self))
  }

  /// Whether a failed look-up is remembered: all by type alone, and the first ones by name.
  private func mayRemember(_ miss: InjectionIssue.Kind, _ key: BindingKey) -> Bool {
    // Programs may ask for any number of names, each of which would take memory.
    !miss.isProvisional
      && (key.name == nil || missedNames.wrappingAdd(1, ordering: .relaxed).oldValue < 1000)
  }

  /// Hands over the address of the value of the binding that is the answer to a look-up, with the key's type, or
  /// returns why it gives none.
  @inline(__always)
  func provide(
    _ answer: Answer, for call: borrowing InjectionCall, _ asker: Asker,
    _ use: (UnsafeRawPointer) -> Void
  ) -> Failure? {
    if call.arguments.isEmpty, let value = answer.value {
      use(value)
      return nil
    }
    if let failure = answer.failure { return failure }
    let failure = provide(answer.type, from: answer.binding, answer.kept, for: call, asker, use)
    if failure == nil {
      answer.cacheIfConstant()
      answer.learnFit()
    }
    return failure
  }
}
