/// What tells one failure from another before it is explained: the cause, and for what it was asked.
///
/// Explaining a failure looks at every binding, so what has been reported is not explained again. Two
/// failures with one occurrence are one issue.
struct Occurrence {
  let digest: IssueDigest

  /// A binding that has given no value.
  init(
    _ kind: InjectionIssue.Kind, _ provided: ProvisionResult, of binding: Binding, for asker: Asker,
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

extension IssueReporter {
  /// Whether a failure has not been met before; it has been from now on.
  func isNew(_ occurrence: Occurrence) -> Bool { isNew(occurrence.digest) }
}
