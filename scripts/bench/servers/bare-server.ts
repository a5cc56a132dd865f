/**
 * A minimal `node:http` server: the upper bound for Node.js on this machine. It responds with `hello`; at `/stream`
 * with the content of a file; at `/get` and `/stat` with as many bytes, and the same headers, as dms for a GET of 4 KiB
 * and a PROPFIND of a document.
 *
 * Arguments: port, path of the file.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const [port, file] = process.argv.slice(2);
if (port === undefined || file === undefined) throw new Error('usage: bare-server.ts PORT FILE');
const size = statSync(file).size;
const greeting = Buffer.from('hello');
const content = Buffer.alloc(4096, 'x');
const properties = Buffer.alloc(560, 'x');
const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Request-Id': 'b7e1f2b4-6ef3-4a53-9d3e-0c7f6f0c7a11',
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  switch (request.url) {
    case '/stream':
      response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
      createReadStream(file ?? '', { highWaterMark: 2 ** 20 }).pipe(response);
      break;
    case '/get':
      response.writeHead(200, {
        ...COMMON,
        ETag: '"1-9f86d081884c7d659a2feaa0c55ad015"',
        'Last-Modified': 'Wed, 25 Nov 2026 08:00:00 GMT',
        'Accept-Ranges': 'bytes',
        'Content-Security-Policy': 'sandbox',
        'Content-Type': 'application/octet-stream',
        'Content-Length': content.length,
      });
      response.end(content);
      break;
    case '/stat':
      request.resume().once('end', () => {
        response.writeHead(207, {
          ...COMMON,
          'Content-Type': 'application/xml; charset=utf-8',
          'Content-Length': properties.length,
        });
        response.end(properties);
      });
      break;
    default:
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': greeting.length });
      response.end(greeting);
  }
}

createServer(answer).listen(Number(port), '127.0.0.1');
