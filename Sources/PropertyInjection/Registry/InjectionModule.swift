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
/// Modules are installed in the order in which they are asked for, each once: a module is the same
/// as another of its type, unless their ``identifier-1y2n3``s differ. In a derived injector, and in
/// an override, what is registered there itself goes before what its modules register. Reports name
/// the module of a binding. A main-actor module adopts the protocol as `@MainActor InjectionModule`.
/// The idea is Guice's.
public protocol InjectionModule {
  /// Tells modules of one type apart, if there may be several; nil by default.
  var identifier: String? { get }

  /// Registers the module's bindings and declares its properties.
  func configure(_ registry: inout Registry)
}

extension InjectionModule {
  /// Nil: all modules of the type are the same module.
  public var identifier: String? { nil }
}

// Of the registry itself: in a call of a protocol extension's method the compiler does not look whether the conformance
// belongs to an actor.
extension Registry {
  /// Installs a module, unless it is installed already: it configures now, in the caller's
  /// isolation.
  ///
  /// A registry remembers what is done to it, so that modules can be taken back. A module that belongs to an actor, `@MainActor InjectionModule`, is installed in code of
  /// that actor. Elsewhere the compiler refuses it; where a generic function of the program hides it
  /// from the compiler, it is not installed, and reported.
  public mutating func install(_ module: some InjectionModule) {
    let type = type(of: module)
    guard
      !Conformance.belongsToActor(of: module as any InjectionModule)
        || Conformance.isHere(module, (any InjectionModule).self)
    else {
      var issue = InjectionIssue(.moduleOnAnotherActor)
      issue.ownerType = type
      note(issue)
      return
    }
    let identifier = module.identifier
    if let index = modules.firstIndex(where: { $0.type == type && $0.identifier == identifier }) {
      modules[index].requesters.append(self.module)
      return
    }
    let tag = ModuleTag(name: TypeName.of(type))
    modules.append((tag, type, identifier, [self.module]))
    let outer = self.module
    self.module = tag
    module.configure(&self)
    self.module = outer
    // It may have uninstalled itself.
    if !modules.contains(where: { $0.tag === tag }) { uninstall([tag]) }
  }
}

extension RegistryProtocol {
  /// Takes back what the modules of a type, and of its subclasses, have contributed: bindings, also
  /// those that they have replaced or removed, scopes, declarations.
  ///
  /// ```swift
  /// let injector = PropertyInjector.shared.overriding { registry in
  ///   registry.uninstall(NetworkModule.self)
  ///   registry.install(OfflineModule())
  /// }
  /// ```
  ///
  /// Everything is as if they had never been installed, except that a module that they have
  /// uninstalled stays uninstalled. Modules that only they have installed go too; a module that is
  /// installed elsewhere as well stays, in its first place. A module that is not installed is
  /// reported.
  ///
  /// - Parameters:
  ///   - type: The type of the modules.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public mutating func uninstall<Module: InjectionModule>(
    _ type: Module.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    withRegistry { registry in
      let removed = registry.modules.filter { $0.type is Module.Type }.map(\.tag)
      if !removed.isEmpty { return registry.uninstall(removed) }
      var issue = InjectionIssue(.unknownModule)
      issue.module = TypeName.of(type)
      issue.location = CodeLocation(fileID: fileID, line: line)
      registry.note(issue)
    }
  }
}

extension Registry {
  /// Takes modules back, and every module that no remaining module has asked for.
  fileprivate mutating func uninstall(_ removed: [ModuleTag]) {
    // Modules that the configuration has asked for stay, and those that these have asked for, and
    // so on.
    var staying: [ModuleTag] = []
    var next: [ModuleTag?] = [nil]
    while let requester = next.popLast() {
      for module in modules
      where module.requesters.contains(where: { $0 === requester })
        && !(removed + staying).contains(where: { $0 === module.tag })
      {
        staying.append(module.tag)
        next.append(module.tag)
      }
    }
    let gone = removed + modules.map(\.tag).filter { tag in !staying.contains { $0 === tag } }
    modules.removeAll { module in gone.contains { $0 === module.tag } }
    takeBack(gone)
  }
}

/// A module of a registry, and the modules that have asked for it; nil for the configuration itself.
typealias InstalledModule = (
  tag: ModuleTag, type: any InjectionModule.Type, identifier: String?, requesters: [ModuleTag?]
)
