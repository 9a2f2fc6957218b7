import PropertyInjection

extension Registry {
  /// Makes placeholders of all bindings that this configuration inherits, or that its modules
  /// register, but for those of some names.
  ///
  /// ```swift
  /// @Test(
  ///   .injecting { registry in
  ///     registry.usePlaceholders()
  ///     registry.register("store", instance: FakeStore([.first, .old]))
  ///     registry.register("time", instance: FixedTime(day: 40))
  ///   })
  /// ```
  ///
  /// A property or a look-up that leads to a placeholder gets no value, and is reported:
  /// `InjectionIssue.Kind.placeholder`. Under the trait `injecting` that is an issue of the test. So a
  /// test uses nothing but what it has registered itself, before or after this call or in a later
  /// trait; what modules register does not count, the test's own ones either. Declarations stay, and so do keys that are bound to
  /// nothing, aliases to what the test registers, and types that make themselves, `Constructible`.
  /// It costs the same in a configuration of any size. swift-dependencies calls such values
  /// unimplemented.
  ///
  /// - Parameter names: The names of bindings that stay: of what the test is about, and of values that use nothing else.
  public mutating func usePlaceholders(except names: String...) {
    makePlaceholders(except: Set(names))
  }
}
