/**
 * A minimal `node:http` server. It shows what Node.js can reach on this machine. It answers `hello`, and at
 * `/stream` the content of a file.
 *
 * Arguments: port, path of the file.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
if (port === undefined || file === undefined) throw new Error('usage: bare-server.ts PORT FILE');
const size = statSync(file).size;
const greeting = Buffer.from('hello');

createServer((request, response) => {
  if (request.url === '/stream') {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
    createReadStream(file, { highWaterMark: 2 ** 20 }).pipe(response);
  } else {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': greeting.length });
    response.end(greeting);
  }
}).listen(Number(port), '127.0.0.1');
