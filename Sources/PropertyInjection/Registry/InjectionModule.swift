/// A part of a configuration that is installed as a whole.
///
/// ```swift
/// let networkModule = InjectionModule("Network") { registry in
///   registry.install(loggingModule)
///   registry.register(in: .singleton) { Session() }
///   registry.declare("session", \Loader.session)
/// }
/// ```
/// ```swift
/// PropertyInjector.configure { registry in
///   registry.install(networkModule)
///   registry.install(loggingModule)  // is installed already
/// }
/// ```
/// ```swift
/// PropertyInjector.configure(networkModule)  // the same for one module
/// ```
///
/// Modules are installed in the order in which they are asked for, each once: modules are the same if they are created at
/// one place in the code with one name. So a module with parameters is a function that returns it, and has a name for each
/// of those that may be installed together, `InjectionModule("Store \(path)")`: of two with one name in one configuration the
/// second is left out, also if it has other values; `validate` has a note of that. With values of its own, installed by a
/// derived injector or an override itself, it takes the place of the inherited one, and of the modules that only that has
/// installed. What is registered there itself goes before what its modules register. Reports name the module of a binding. Checks look at the types
/// with marks of the Swift module whose code creates it. What belongs to the main actor stands in a ``MainActorModule``. The
/// idea is Guice's; Koin's modules are values too.
public struct InjectionModule: Sendable {
  fileprivate let tag: ModuleTag
  fileprivate let configure: @Sendable (inout Registry) -> Void

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - name: The name, for reports.
  ///   - fileID: The file of the call, which tells modules apart.
  ///   - line: The line of the call, which tells modules apart.
  ///   - configure: Registers the module's bindings and declares its properties, each time that it is installed.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    configure: @escaping @Sendable (inout Registry) -> Void
  ) {
    tag = ModuleTag(name, fileID, line, of: unsafeBitCast(configure, to: (UInt, UInt).self))
    self.configure = configure
  }
}

/// A module whose contents belong to the main actor; it is installed in code of that actor.
///
/// ```swift
/// let screenModule = MainActorModule("Screens") { registry in
///   registry.declare(Screen.self)
/// }
/// ```
///
/// All else is as for an ``InjectionModule``: it is installed once, may have parameters, and is taken back. What may be used
/// anywhere stands in an ``InjectionModule``, which it installs.
public struct MainActorModule: Sendable {
  fileprivate let tag: ModuleTag
  fileprivate let configure: @MainActor (inout ConfinedRegistry) -> Void

  /// Creates a module, see ``InjectionModule/init(_:fileID:line:configure:)``.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    configure: @escaping @MainActor (inout ConfinedRegistry) -> Void
  ) {
    tag = ModuleTag(name, fileID, line, of: unsafeBitCast(configure, to: (UInt, UInt).self))
    self.configure = configure
  }
}

extension RegistryProtocol {
  /// Installs a module, unless it is installed already: it configures now.
  ///
  /// A registry remembers what is done to it, so that modules can be taken back. What a module registers may be used
  /// anywhere, also if the module is installed in a confined registry.
  public mutating func install(_ module: InjectionModule) {
    withRegistry { $0.install(module.tag, module.configure) }
  }

  /// Installs a module of the main actor, unless it is installed already: it configures now, on the main actor.
  @MainActor public mutating func install(_ module: MainActorModule) {
    withRegistry { registry in
      registry.install(module.tag) { $0.onMainActor { module.configure(&$0) } }
    }
  }

  /// Takes back what a module has contributed: bindings, also those that it has replaced or removed, scopes, declarations.
  ///
  /// ```swift
  /// let injector = PropertyInjector.shared.overriding { registry in
  ///   registry.uninstall(networkModule)
  ///   registry.install(offlineModule)
  /// }
  /// ```
  ///
  /// Everything is as if it had never been installed, except that a module that it has uninstalled stays uninstalled.
  /// Modules that only it has installed go too; a module that is installed elsewhere as well stays, in its first place. A
  /// module that is not installed is reported.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public mutating func uninstall(
    _ module: InjectionModule, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.uninstall(module.tag, at: location) }
  }

  /// Takes back what a module of the main actor has contributed, see
  /// ``uninstall(_:fileID:line:)-(InjectionModule,_,_)``.
  public mutating func uninstall(
    _ module: MainActorModule, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    withRegistry { $0.uninstall(module.tag, at: location) }
  }
}

extension Registry {
  fileprivate mutating func install(
    _ tag: ModuleTag, _ configure: (inout Registry) -> Void
  ) {
    if let index = modules.firstIndex(where: { $0.tag.isSame(as: tag) }) {
      guard takesPlace(tag, of: modules[index]) else {
        modules[index].requesters.append(module)
        if modules[index].tag !== tag, tag.hasParameters { modules[index].isMadeAgain = true }
        return
      }
      uninstall([modules[index].tag], toReplace: true)
    }
    let outer = (module, confinement, isUnproven)
    beginRecording()
    modules.append((tag, [module], false, configuration.layer))
    // It says itself what its contents belong to, wherever it is installed.
    (module, confinement, isUnproven) = (tag, .none, false)
    configure(&self)
    (module, confinement, isUnproven) = outer
    // It may have uninstalled itself.
    if !modules.contains(where: { $0.tag === tag }) { uninstall([tag]) }
  }

  /// Whether a module is installed in place of an older one: a test has values of its own, also of the program's modules; and
  /// a derived configuration may install one itself, with other parameters.
  private func takesPlace(_ tag: ModuleTag, of installed: InstalledModule) -> Bool {
    installed.layer < testLayer ?? 0
      || module == nil && installed.layer < configuration.layer && installed.tag !== tag
        && tag.hasParameters
  }

  fileprivate mutating func uninstall(_ tag: ModuleTag, at location: CodeLocation) {
    let installed = modules.map(\.tag).filter { $0.isSame(as: tag) }
    if !installed.isEmpty { return uninstall(installed) }
    var issue = InjectionIssue(.unknownModule)
    (issue.module, issue.location) = (tag.name, location)
    note(issue)
  }

  /// Takes modules back, and every module that no remaining module has asked for.
  fileprivate mutating func uninstall(_ removed: [ModuleTag], toReplace: Bool = false) {
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
    takeBack(gone, toReplace: toReplace)
  }
}

/// A module of a registry, the modules that have asked for it, nil for the configuration itself, whether one with values of its
/// own, which may be others, was to be installed besides, and the layer of the configuration.
package typealias InstalledModule = (
  tag: ModuleTag, requesters: [ModuleTag?], isMadeAgain: Bool, layer: Int
)
