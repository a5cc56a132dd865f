/** What is used of WebAssembly. The types of Node.js lack it, and those of browsers bring all of the DOM. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, (...values: number[]) => unknown>>;
  type Exports = Record<string, unknown>;
  type Module = object;
  type Instance = { readonly exports: Exports };
  const Module: new (bytes: Uint8Array) => Module;
  function compile(bytes: Uint8Array): Promise<Module>;
  const Instance: new (module: Module, imports: Imports) => Instance;
}
