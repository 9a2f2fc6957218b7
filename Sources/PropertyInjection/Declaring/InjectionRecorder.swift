/// Sees each property that an injector fills.
package protocol InjectionRecorder: AnyObject, Sendable {
  /// Notes a property that has just been filled, on the thread that has filled it.
  ///
  /// - Parameters:
  ///   - property: The property, and the binding that its value comes from.
  ///   - location: The place of the call that injects.
  func note(_ property: InjectionCandidate, at location: CodeLocation)
}

extension InjectionCandidate {
  /// The property, and the key of its binding: `Editor.store <- "store": FileStore`.
  package var injectionText: String {
    "\(TypeName.of(ownerType)).\(TypeName.shown(name)) <- \(binding?.keyText ?? kind.rawValue)"
  }
}
