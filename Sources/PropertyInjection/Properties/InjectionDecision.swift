/// A closure's decision on one property of an injection.
public enum InjectionDecision {
  /// The property gets this value, in place of what is registered for it.
  ///
  /// The value must fit like a registered instance; if it does not, that is reported and the
  /// property stays nil. A nil is no value: the property is skipped. A property that would be lazy,
  /// a setting, or have accessors is plain then.
  case inject(Any)
  /// The property is left alone.
  case skip
  /// The property is filled as in any other injection.
  case asUsual
}
