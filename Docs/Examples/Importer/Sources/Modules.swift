import Foundation
import PropertyInjectionSettings

/// Where the importer keeps what it has read; `IMPORTER_FOLDER` names another folder.
struct StorageModule: InjectionModule {
  let environment: [String: String]

  func configure(_ registry: inout Registry) {
    let folder =
      environment["IMPORTER_FOLDER"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory
    registry.register(.ledger, in: .singleton) {
      FileLedger(folder.appendingPathComponent("ledger.json"))
    }
    registry.useSettings(in: .suite("importer"))
  }
}

struct FormatsModule: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.register("csv", instance: CommaFormat())
    registry.register("json", instance: JSONFormat())
  }
}

struct RequestModule: InjectionModule {
  func configure(_ registry: inout Registry) {
    registry.register("remarks", in: .values { RequestContext.values }) { Remarks() }
    registry.register("reader") { Reader() }
    registry.declare { Reader() }
    registry.declare { Request("total Ann") }
  }
}

extension InjectionKey<any Ledger> { static var ledger: Self { "ledger" } }

/// The whole importer; `IMPORTER_TRACE` writes each injection to standard error, with `IMPORTER_DRY` nothing is kept.
struct ImporterModule: InjectionModule {
  let environment: [String: String]

  func configure(_ registry: inout Registry) {
    registry.install(StorageModule(environment: environment))
    registry.install(FormatsModule())
    registry.install(RequestModule())
    if environment["IMPORTER_DRY"] != nil {
      registry.decorate(.ledger) { _, ledger in DryLedger(ledger: ledger) }
    }
    if environment["IMPORTER_TRACE"] != nil {
      registry.injectionHandler = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    }
  }
}
