import PropertyInjection

extension Registry {
  /// Makes placeholders of all bindings that this configuration inherits, or that its modules
  /// register, but for those of some names or types.
  ///
  /// ```swift
  /// @Test(
  ///   .injecting { registry in
  ///     registry.usePlaceholders()
  ///     registry.register(instance: FakeStore([.first, .old]) as any TicketStore)
  ///     registry.register(instance: FixedTime(day: 40) as any TimeSource)
  ///   })
  /// ```
  ///
  /// A property or a look-up that leads to a placeholder gets no value, and is reported:
  /// `InjectionIssue.Kind.placeholder`. Under the trait `injecting` that is an issue of the test. So a
  /// test uses nothing but what it has registered itself, before or after this call or in a later
  /// trait; what modules register does not count, the test's own ones either. Declarations stay, and so do
  /// settings in memory, keys that are bound to nothing, aliases to what the test registers, and types that make
  /// themselves, `Constructible`.
  /// A placeholder with a name goes before what the test registers without one, as every binding with a name does.
  /// It costs the same in a configuration of any size. swift-dependencies calls such values
  /// unimplemented.
  ///
  /// - Parameter keys: The bindings that stay, of what the test is about, and of values that use nothing else: a type without a
  ///   name, `.type((any Clock).self)`, or the name of a key, `.pens`, `.named("pens", Int.self)`.
  public mutating func usePlaceholders<each Value>(except keys: repeat InjectionKey<each Value>) {
    var stay: [BindingKey] = []
    for key in repeat (each keys).bindingKey { stay.append(key) }
    makePlaceholders(except: stay)
  }
}
