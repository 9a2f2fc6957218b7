// Steps as a person reads them.

extension Binding: CustomStringConvertible {
  package var description: String {
    let key = (name.map { "\"\($0)\"" } ?? "") + " as \(type)"
    return "\(id): \(key) = \(provider)" + (scope == .unique ? "" : " in .\(scope)")
  }
}

extension Step: CustomStringConvertible {
  package var description: String {
    switch self {
    case .configure(let injector, let source, let changes):
      "injector \(injector)"
        + (source.map { " \($0.isOverride ? "overrides" : "from") injector \($0.injector)" } ?? "")
        + ":" + lines(changes)
    case .create(let object, let target):
      "object \(object) is a new \(Catalog.entries[target].type)"
    case .set(let object, let slot, let token):
      "object \(object), property \(slot) = \(token.map(\.description) ?? "nil")"
    case .read(let object, let slot): "read object \(object), property \(slot)"
    case .inject(let injector, let object, let route):
      "injector \(injector) injects object \(object), \(route)"
    case .decide(let injector, let object, let decisions):
      "injector \(injector) injects object \(object), deciding "
        + decisions.map(\.description).joined(separator: ", ")
    case .lookUp(let injector, let key, let lookup):
      "injector \(injector) looks up \(key), \(lookup)"
    case .make(let injector, let key, let arguments):
      "injector \(injector) makes \(key) with \(arguments)"
    case .collect(let injector, let type, let isByKey):
      "injector \(injector) gives all \(type)" + (isByKey ? ", by key" : "")
    case .contains(let injector, let key): "injector \(injector) is asked whether it has \(key)"
    case .reset(let injector): "injector \(injector) is reset"
    case .makePlain(let injector, let object):
      "injector \(injector) removes accessors from object \(object)"
    }
  }
}

extension Change: CustomStringConvertible {
  package var description: String {
    switch self {
    case .register(let binding, let replacing):
      "register \(binding)" + (replacing ? ", replacing" : "")
    case .setScope(_, let scope, let key): "set scope .\(scope) for \(key)"
    case .decorate(let id, let key): "decorate \(id): \(key)"
    case .removeName(let name): "remove \"\(name)\""
    case .removeKey(let key): "remove \(key)"
    case .declare(let target, let slot, let name, let other):
      "declare \"\(name)\" as property \(slot) of \(Catalog.entries[target].type)"
        + (other.map { ", from \($0)" } ?? "")
    case .install(let module, let changes):
      "install module \(module):" + lines(changes)
    case .uninstall(let module): "uninstall module \(module)"
    }
  }
}

/// Changes as text, each on lines of its own, indented.
private func lines(_ changes: [Change]) -> String {
  changes.map { change in
    "\n" + change.description.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }.joined()
}

extension Provider: CustomStringConvertible {
  package var description: String {
    switch self {
    case .instance(let token): "instance \(token)"
    case .nilInstance: "instance nil"
    case .factory(.value(let type)): "factory of \(type)"
    case .factory(.none): "factory of nil"
    case .factory(.failure): "factory that throws"
    case .asking(let key): "factory that looks up \(key)"
    case .initializer(.key(let key)): "initializer, argument \(key)"
    case .initializer(.dynamic(let type)): "initializer, dynamic argument \(type)"
    case .alias(let name, let type):
      "alias of " + (name.map { "\"\($0)\"" } ?? "") + ": \(type)"
    case .decorator: "decorator"
    case .nothing: "nothing"
    }
  }
}

extension Decision: CustomStringConvertible {
  package var description: String {
    switch self {
    case .inject(let name, let token): "\"\(name)\" is \(token)"
    case .skip(let name): "\"\(name)\" is skipped"
    }
  }
}
