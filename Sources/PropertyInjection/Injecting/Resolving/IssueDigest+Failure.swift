// The identity of a failure: its cause and its asker.
//
// Two failures with equal digests are one issue. An explanation looks at every binding, so a
// failure whose digest has been recorded is not explained again.
extension IssueDigest {
  /// The digest of a binding that has given no value.
  init(
    _ failure: Failure?, _ kind: InjectionIssue.Kind, of binding: Binding, for asker: Asker,
    in call: borrowing InjectionCall
  ) {
    let (actor, arguments) = (call.isolation.actor, call.arguments)
    self.init { hasher in
      hasher.combine(kind)
      hasher.combine(binding.number)
      asker.hash(into: &hasher)
      switch failure {
      case .misfit(let type): hasher.combine(ObjectIdentifier(type))
      case .threw(let error), .outOfScope(let error):
        hasher.combine(ThrownError(error: error))
      case .isolation: hasher.combine(actor.map { ObjectIdentifier(type(of: $0)) })
      case .arguments:
        for argument in arguments {
          hasher.combine(argument.map { ObjectIdentifier(type(of: $0)) })
        }
      default: break
      }
    }
  }

  /// The digest of a look-up that has found no binding.
  init(_ reason: UnfilledReason, for asker: Asker) {
    self.init { hasher in
      hasher.combine(reason)
      asker.hash(into: &hasher)
    }
  }
}
