// The platforms that are not supported: a build for them ends with a sentence.

#if arch(wasm32)
  // There a function of C that Swift calls by its symbol has another signature, and the call traps.
  #error("PropertyInjection does not support WebAssembly.")
#elseif _ptrauth(_arm64e)
  // There pointers in metadata are signed.
  #error("PropertyInjection does not support arm64e; build for arm64.")
#endif
