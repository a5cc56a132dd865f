/** The subset of the WebAssembly API in use. The Node.js types lack it, and the browser types include the whole DOM. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, (...values: number[]) => unknown>>;
  type Exports = Record<string, unknown>;
  type Module = object;
  type Instance = { readonly exports: Exports };
  const Module: new (bytes: Uint8Array) => Module;
  function compile(bytes: Uint8Array): Promise<Module>;
  const Instance: new (module: Module, imports: Imports) => Instance;
}
