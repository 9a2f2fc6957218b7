import Distributed
import PropertyInjection

final class Player {
  @Injected var number: Int?
  var other: Int?
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
