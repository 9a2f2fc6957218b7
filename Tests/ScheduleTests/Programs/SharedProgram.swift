#if DEBUG
  import PropertyInjection
  import TestSupport

  /// Two threads, one of which configures the shared injector again.
  ///
  /// It is the process's own, so that the program needs a process to itself.
  enum SharedProgram {
    private final class Form {
      var number: Int?
    }

    /// An override of the other thread applies to the injector before and to the one after.
    static let override = Program(
      name: "an override while the shared injector is replaced", details: "a number, overridden",
      threads: 2
    ) {
      let numbers = Locked<[Int?]>([])
      configure()
      return Program.Run(
        threads: [
          { configure() },
          {
            PropertyInjector.shared.withOverrides {
              $0.register("number", instance: 2)
            } operation: {
              inject(into: numbers)
              inject(into: numbers)
            }
            inject(into: numbers)
          },
        ],
        complaints: {
          let numbers = numbers.withLock { $0 }
          return numbers == [2, 2, 1] ? [] : ["\(numbers)"]
        })
    }

    private static func configure() {
      PropertyInjector.reconfigure { registry in
        registry.register("number", instance: 1)
        registry.declare("number", \Form.number)
      }
    }

    private static func inject(into numbers: Locked<[Int?]>) {
      let form = Form()
      PropertyInjector.injectDependencies(to: form)
      numbers.withLock { $0.append(form.number) }
    }
  }
#endif
