extension Registry {
  /// Binds a key to another one, to nil, or to accessors.
  mutating func bind(
    _ key: BindingKey, _ target: BindingTarget, confinedTo isolation: Isolation = .none,
    _ replacing: Bool, _ location: CodeLocation
  ) {
    let binding = Binding(
      key, to: target, isolation: isolation, origin: origin, module: module, at: location)
    if case .key(let other) = target, other.name?.isEmpty == true {
      issues.append(InjectionIssue(.emptyNameOfTarget, binding: binding))
    } else {
      add(binding, replacing: replacing)
    }
  }

  mutating func setScope<Value>(
    _ lifetime: Lifetime, _ key: InjectionKey<Value>, isVouchedFor: Bool, _ location: CodeLocation
  ) {
    record(
      .setScope(
        ScopeSetting(
          lifetime, key.bindingKey, origin: origin, module: module, isolation: confinement,
          isVouchedFor: isVouchedFor, at: location)))
  }
}
