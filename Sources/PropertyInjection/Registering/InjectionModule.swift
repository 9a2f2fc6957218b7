/// A part of a configuration that is installed as a whole.
///
/// ```swift
/// struct NetworkModule: InjectionModule {
///   func configure(_ registry: inout Registry) {
///     registry.install(LoggingModule())
///     registry.register("session", in: .singleton) { Session() }
///     registry.declare("session", \Loader.session)
///   }
/// }
/// ```
/// ```swift
/// PropertyInjector.configure { registry in
///   registry.install(NetworkModule())
///   registry.install(LoggingModule())  // is installed already
/// }
/// ```
///
/// Modules are installed in the order in which they are asked for, each once: a module is the same as
/// another of its type, or, if it is `Hashable`, as an equal one. Reports name the module of a binding.
/// A main-actor module adopts the protocol as `@MainActor InjectionModule`. The idea is Guice's.
public protocol InjectionModule {
  /// Registers and declares.
  func configure(_ registry: inout Registry)
}

extension Registry {
  /// Installs a module, unless it is installed already.
  public mutating func install(_ module: some InjectionModule) {
    let identity = (module as? any Hashable).map { AnyHashable($0) }
    let type = type(of: module)
    if let index = modules.firstIndex(where: { $0.type == type && $0.identity == identity }) {
      modules[index].requesters.append(self.module)
      return
    }
    let tag = ModuleTag(name: TypeName.of(type))
    modules.append(
      InstalledModule(tag: tag, type: type, identity: identity, requesters: [self.module]))
    let outer = self.module
    self.module = tag
    module.configure(&self)
    self.module = outer
  }

  /// Takes back what the modules of a type have contributed: bindings, also those that they have
  /// replaced or removed, scopes, declarations.
  ///
  /// ```swift
  /// let injector = PropertyInjector.shared.overriding { registry in
  ///   registry.uninstall(NetworkModule.self)
  ///   registry.install(OfflineModule())
  /// }
  /// ```
  ///
  /// Everything is as if they had never been installed. Modules that only they have asked for go too. A
  /// module that is not installed is reported.
  ///
  /// - Parameters:
  ///   - type: The type of the modules.
  ///   - fileID: The file of the call, for reports. Leave it out.
  ///   - line: The line of the call, for reports. Leave it out.
  public mutating func uninstall<Module: InjectionModule>(
    _ type: Module.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    var removed = modules.filter { $0.type == type }.map(\.tag)
    guard !removed.isEmpty else {
      var issue = InjectionIssue(.unknownModule)
      issue.module = TypeName.of(type)
      issue.location = CodeLocation(fileID: fileID, line: line)
      issues.append(issue)
      return
    }
    var next = 0
    while next < removed.count {
      for index in modules.indices {
        modules[index].requesters.removeAll { $0 === removed[next] }
        let tag = modules[index].tag
        if modules[index].requesters.isEmpty, !removed.contains(where: { $0 === tag }) {
          removed.append(tag)
        }
      }
      next += 1
    }
    modules.removeAll { module in removed.contains { $0 === module.tag } }
    takeBack(removed)
  }
}

/// Marks what a module has contributed.
final class ModuleTag: Sendable {
  let name: String

  init(name: String) {
    self.name = name
  }
}

/// A module of a registry.
struct InstalledModule {
  let tag: ModuleTag
  let type: any InjectionModule.Type
  /// What tells it apart from others of its type, if anything does.
  let identity: AnyHashable?
  /// The modules that have asked for it; nil for the configuration itself.
  var requesters: [ModuleTag?]
}
