/// Everything that is done in a sequence, as plain data: neither a library's nor the model's.
package enum Step: Hashable, Sendable {
  /// Makes an injector, from nothing or from another one.
  case configure(injector: Int, from: Parent?, [Change])
  case create(object: Int, target: Int)
  case set(object: Int, slot: Int, Token?)
  case read(object: Int, slot: Int)
  case inject(injector: Int, object: Int, Route)
  case decide(injector: Int, object: Int, [Decision])
  case lookUp(injector: Int, Key, Lookup)
  case make(injector: Int, Key, [Token])
  case collect(injector: Int, ModelType, byKey: Bool)
  case contains(injector: Int, Key)
  case reset(injector: Int)
  case makePlain(injector: Int, object: Int)
}

extension Step {
  /// The injector with which all of the step is done; nil if there is none.
  var injector: Int? {
    switch self {
    case .configure(_, let parent, _): parent?.injector
    case .inject(let injector, _, _), .decide(let injector, _, _), .lookUp(let injector, _, _),
      .make(let injector, _, _), .collect(let injector, _, _), .contains(let injector, _),
      .reset(let injector):
      injector
    case .create, .set, .read, .makePlain: nil
    }
  }

  /// Whether an override that is for another injector makes no difference to it.
  var isWithinAnyOverride: Bool {
    switch self {
    case .inject, .decide, .lookUp, .make, .collect, .contains, .reset, .read: true
    // An injector that is made within an override keeps values of the override.
    case .configure, .create, .set, .makePlain: false
    }
  }
}

/// The injector that another one is made from.
package struct Parent: Hashable, Sendable {
  var injector: Int
  /// Whether the new one is an override of it, through which it is called; otherwise it is derived.
  var isOverride: Bool
}

/// A change of a registry.
package indirect enum Change: Hashable, Sendable {
  case register(Binding, replacing: Bool)
  case setScope(id: Int, Scope, Key)
  case decorate(id: Int, Key)
  case removeName(String)
  case removeKey(Key)
  case declare(target: Int, slot: Int, name: String, from: Wanted?)
  case install(module: Int, [Change])
  case uninstall(module: Int)
}

/// A name with a type, or a type alone.
package struct Key: Hashable, Sendable, CustomStringConvertible {
  var name: String?
  var type: ModelType
  /// Whether a property asks for its own name, so that its type alone may answer.
  var isOwnName = false

  package var description: String {
    name.map { "\"\($0)\": \(type)" } ?? "\(type)"
  }
}

/// A registration.
package struct Binding: Hashable, Sendable {
  /// Tells registrations apart, in counts and in the numbers of what they make.
  var id: Int
  var name: String?
  var type: ModelType
  var provider: Provider
  var scope = Scope.unique
}

/// What a key is bound to.
package enum Provider: Hashable, Sendable {
  case instance(Token)
  /// An instance of an optional type that is nil.
  case nilInstance
  case factory(Product)
  /// A factory that returns what its injector finds under another key of its type.
  case asking(Key)
  /// An initializer of ``G`` with an argument.
  case initializer(Argument)
  case alias(name: String?, type: ModelType)
  /// A decorator, which gives the value of another binding; a change makes it.
  case decorator
  case nothing
}

/// Where an initializer's argument comes from.
package enum Argument: Hashable, Sendable {
  case key(Key)
  case dynamic(ModelType)

  var type: ModelType {
    switch self {
    case .key(let key): key.type
    case .dynamic(let type): type
    }
  }
}

/// What a factory does.
package enum Product: Hashable, Sendable {
  case value(ModelType)
  case none
  case failure
}

/// How long a value is kept.
package enum Scope: Hashable, Sendable {
  case unique, singleton, cached, weak, graph
}

/// What a call decides on a property.
package enum Decision: Hashable, Sendable {
  case inject(name: String, Token)
  case skip(name: String)
}

/// The way in which a value is looked up.
package enum Lookup: Int, CaseIterable, Sendable {
  case instance, subscripted, made
}
