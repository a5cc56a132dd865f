import { connect } from 'node:net';

/** A response, parsed from its bytes. */
export interface RawAnswer {
  readonly status: number;
  /** Its head, in lower case. */
  readonly head: string;
}

/** The responses in the output of a server, without `100 Continue`. */
export function answersIn(text: string): RawAnswer[] {
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/g)];
  return heads
    .map(([head, status]) => ({ status: Number(status), head: head.toLowerCase() }))
    .filter(({ status }) => status >= 200);
}

/** A request with these header lines, without its body. */
export function headOf(requestLine: string, ...lines: readonly string[]): string {
  return `${[`${requestLine} HTTP/1.1`, 'Host: dms.test', ...lines].join('\r\n')}\r\n\r\n`;
}

/**
 * Sends pieces in sequence, each when the previous one has been sent, and reads only after the last one.
 * @returns all output of the server until it ends the connection; rejects if the connection is reset
 */
export function converse(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(heard);
    });
    const send = ([piece, ...rest]: readonly (string | Buffer)[]): void => {
      if (piece !== undefined) socket.write(piece, () => send(rest));
      else socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
    };
    send(pieces);
  });
}
