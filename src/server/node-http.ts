/**
 * Node's HTTP module. An `import` would read each of its exports once, and one of them loads Node's WebSocket client: 6
 * MiB of memory, and a tenth of the start-up time.
 */
export const { createServer } = process.getBuiltinModule('node:http');
