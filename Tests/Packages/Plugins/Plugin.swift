import Distributed
import PropertyInjection
import PropertyInjectionChecking

final class Player: InjectionAware, CustomStringConvertible {
  @Injected var number: Int?
  var other: Int?
  let description = "a player"

  func didInjectDependencies() { print("player: the hook") }
}

distributed actor RemotePlayer {
  typealias ActorSystem = LocalTestingDistributedActorSystem
  var number: Int?
}

/// An object of a class that is marked with this copy of the library.
@_cdecl("makePlayer")
public func makePlayer() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Player()).toOpaque() }

/// A distributed actor, in a program that has not loaded their module before.
@_cdecl("makeRemotePlayer")
public func makeRemotePlayer() -> UnsafeMutableRawPointer {
  let player = RemotePlayer(actorSystem: LocalTestingDistributedActorSystem())
  return Unmanaged.passRetained(player as AnyObject).toOpaque()
}

/// How much a check of the host's injector finds, made by this library's own code.
@_cdecl("countFindings")
public func countFindings(_ injector: UnsafeRawPointer) -> Int {
  Unmanaged<PropertyInjector>.fromOpaque(injector).takeUnretainedValue()
    .validate(including: Player()).findings.count
}
