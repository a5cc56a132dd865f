/**
 * The least that `node:http` can do, to measure the machine by: a greeting, and a file as a stream.
 * Arguments: the port, the file.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
if (port === undefined || file === undefined) throw new Error('a port and a file are needed');
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
