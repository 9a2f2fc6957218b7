import Foundation
import PropertyInjectionSettings

/// Where the importer keeps what it has read; `IMPORTER_FOLDER` names another folder.
func storageModule(_ environment: [String: String]) -> InjectionModule {
  InjectionModule("Storage") { registry in
    let folder =
      environment["IMPORTER_FOLDER"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory
    registry.register(in: .singleton) {
      FileLedger(folder.appendingPathComponent("ledger.json")) as any Ledger
    }
    registry.useSettings(in: .suite("importer"))
  }
}

let formatsModule = InjectionModule("Formats") { registry in
  registry.register(instance: CommaFormat())
  registry.register(instance: JSONFormat())
}

let requestModule = InjectionModule("Request") { registry in
  registry.register(in: .values { RequestContext.values }) { Remarks() }
  registry.register { Reader() }
}

/// The whole importer; `IMPORTER_TRACE` writes each injection to standard error, with `IMPORTER_DRY` nothing is kept.
func importerModule(_ environment: [String: String]) -> InjectionModule {
  InjectionModule("Importer") { registry in
    registry.install(storageModule(environment))
    registry.install(formatsModule)
    registry.install(requestModule)
    if environment["IMPORTER_DRY"] != nil {
      registry.decorate { _, ledger in DryLedger(ledger: ledger) as any Ledger }
    }
    if environment["IMPORTER_TRACE"] != nil {
      registry.injectionHandler = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    }
  }
}
