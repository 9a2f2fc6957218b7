/// A failure of an attempt to get the value of a binding, and whether another attempt may get it.
///
/// An object, so that it takes one word on the stack of every nested factory.
package final class Failure: Error {
  package let kind: InjectionIssue.Kind
  /// The depth of the outermost link on which the failure depends.
  ///
  /// 0 if another place might get the value, on another actor for example; nil if the failure is
  /// final. A cycle that lies wholly within the request is the same for every caller.
  let dependsOn: Int?
  /// The making after which another attempt gets the value: until then nothing is reported.
  let later: Making?
  /// Whether its cause has been reported, so that it needs no report of its own.
  let isReported: Bool

  init(
    _ kind: InjectionIssue.Kind, dependsOn: Int?, later: Making? = nil,
    isReported: Bool = false
  ) {
    self.kind = kind
    self.dependsOn = dependsOn
    self.later = later
    self.isReported = isReported
  }

  /// The same failure, which has been reported.
  var told: Failure { Failure(kind, dependsOn: dependsOn, later: later, isReported: true) }

  /// A failure whose kind tells all about it.
  ///
  /// - Parameter isReported: Whether its cause has been reported.
  package convenience init(_ kind: InjectionIssue.Kind, isReported: Bool = false) {
    switch kind {
    case .bindingOnAnotherActor, .conformanceOnAnotherActor, .tooDeep, .outOfScope:
      self.init(kind, dependsOn: 0)
    case .threw, .factoryGaveNil, .initializerGaveNil:
      let missed = ResolutionChain.calling?.missed
      self.init(kind, dependsOn: missed?.dependsOn, later: missed?.later, isReported: isReported)
    case .wrongActor, .hookOnAnotherActor: self.init(kind, dependsOn: 0, isReported: true)
    default: self.init(kind, dependsOn: nil)
    }
  }
}
