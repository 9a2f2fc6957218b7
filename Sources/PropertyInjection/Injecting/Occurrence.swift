/// What tells one failure from another before it is explained: the cause, and for what it was asked.
///
/// Explaining a failure looks at every binding, so what has been reported is not explained again. Two
/// failures with one occurrence are one issue.
struct Occurrence {
  let digest: IssueDigest

  /// A binding that has given no value.
  init(
    _ kind: InjectionIssue.Kind, _ provided: Provided, of binding: Binding, for asker: Asker,
    in call: borrowing InjectionCall
  ) {
    let (actor, arguments) = (call.isolation.actor, call.arguments)
    digest = IssueDigest { hasher in
      hasher.combine(kind)
      binding.hashKey(into: &hasher)
      asker.hash(into: &hasher)
      switch provided {
      case .misfit(let type): hasher.combine(ObjectIdentifier(type))
      case .failed(.threw(let error)), .refused(.outOfScope(let error)):
        hasher.combine(ThrownError(error: error))
      case .refused(.isolation): hasher.combine(actor.map { ObjectIdentifier(type(of: $0)) })
      case .failed(.arguments):
        for argument in arguments {
          hasher.combine(argument.map { ObjectIdentifier(type(of: $0)) })
        }
      default: break
      }
    }
  }

  /// A look-up that has found no binding.
  init(_ miss: BindingLookup, for asker: Asker) {
    digest = IssueDigest { hasher in
      hasher.combine(miss.reason)
      asker.hash(into: &hasher)
    }
  }
}

extension Asker {
  /// Adds what tells it from others: itself, and what the program has asked for first.
  ///
  /// A property is the same on whatever way it was come to.
  fileprivate func hash(into hasher: inout Hasher) {
    hashItself(into: &hasher)
    if case .property = self { return }
    ResolutionChain.firstAsker?.hashItself(into: &hasher)
  }

  private func hashItself(into hasher: inout Hasher) {
    switch self {
    case .property(let step, _):
      step._withUnsafeGuaranteedRef { step in
        hasher.combine(ObjectIdentifier(step.property.ownerType))
        hasher.combine(ObjectIdentifier(step.property.valueType))
        hasher.combine(step.property.name)
      }
    case .argument(let binding, let position):
      binding._withUnsafeGuaranteedRef { $0.hashKey(into: &hasher) }
      hasher.combine(position)
    case .lookUp(let key): hasher.combine(key)
    }
  }
}

extension Binding {
  /// Adds what tells it from others, also once it has gone: its address may be used again.
  fileprivate func hashKey(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(location)
  }
}

/// Tells issues apart without keeping them: programs may ask for any number of names.
struct IssueDigest: Hashable {
  private let first: Int
  private let second: Int

  init(_ combine: (inout Hasher) -> Void) {
    var hasher = Hasher()
    combine(&hasher)
    // The same state goes on, so that the work is done once.
    var other = hasher
    first = hasher.finalize()
    other.combine(first)
    second = other.finalize()
  }
}
