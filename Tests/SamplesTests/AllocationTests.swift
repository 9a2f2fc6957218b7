import Testing

#if os(Linux) && !DEBUG

  /// What an optimized build leaves to the heap.
  @Suite struct AllocationTests {
    @Test func anInjectionOfInstancesAllocatesNothing() throws {
      #expect(
        try Repository.run("AllocationCount") == """
          filled 2000 of 2000
          objects 0, values 0
          counting works: true

          """)
    }
  }

#endif
