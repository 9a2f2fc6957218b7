/// Which code may inject objects of a type; the same for all its objects.
struct InjectionAdmission {
  let type: Any.Type
  /// Whether the type is an actor, which only its own code injects.
  let isActor: Bool
  /// The actors that an injection has to run on; none if there is no property to fill.
  let isolations: [Isolation]
  /// The hook; nil if there is none, or no property whose injection would call it.
  let hook: InjectionHook?
  /// The declared properties that belong to an actor.
  private let properties: [InjectableProperty]

  init(_ survey: TypeSurvey) {
    type = survey.type
    isActor = TypeMetadata(type).descriptor?.isActor == true
    let isEmpty = survey.isEmpty && !survey.isDeclared
    // Swift may look for it through all conformances of the process.
    hook = isEmpty ? nil : InjectionHook.of(type)
    properties = survey.properties.filter { $0.isolation.actor != nil }
    isolations = isEmpty ? [] : survey.actors
  }

  /// The address of the one actor on which an injection is admitted; 0 for none.
  ///
  /// `.max`, which no actor has, if each injection must be checked.
  var requiredActor: UInt {
    let actors = isolations.compactMap(\.actor).map { UInt(bitPattern: ObjectIdentifier($0)) }
    return isActor || actors.count > 1 ? .max : actors.first ?? 0
  }

  /// The issue that forbids an injection on this actor; nil if it is admitted.
  ///
  /// Reads no property.
  func issue(
    injectedOn isolation: Isolation, _ root: UnsafeMutableRawPointer,
    calling call: Problem.RefusedCall
  ) -> InjectionIssue? {
    // The name of a type takes longer than all the rest.
    var actual: String? { isolation.name }
    var issue: InjectionIssue
    if isActor {
      let actor = root.load(as: AnyObject.self) as? any Actor
      if let actor, Isolation(actor: actor) == isolation { return nil }
      // A distributed actor is no `Actor`, so no isolation can name it.
      let required = actor.flatMap { Isolation(actor: $0).name } ?? TypeName.of(type)
      issue = InjectionIssue(.wrongActor(required, actual: actual, calling: call))
    } else if let required = isolations.first(where: { !$0.admits(isolation) }) {
      issue = InjectionIssue(.wrongActor(required.text, actual: actual, calling: call))
      if let property = properties.first(where: { $0.isolation == required }) {
        issue.describe(property)
      }
    } else if let hook, !hook.isCallable(on: isolation, root) {
      issue = InjectionIssue(.hookOnAnotherActor(actual: actual, calling: call))
    } else {
      return nil
    }
    issue.ownerType = type
    return issue
  }
}
