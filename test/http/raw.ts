import { connect } from 'node:net';

/** An answer, as its bytes said it. */
export interface RawAnswer {
  readonly status: number;
  /** Its header, in lower case. */
  readonly head: string;
}

/** The answers in what a server said, without `100 Continue`. */
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
 * Sends pieces, each when the one before is on its way, and reads nothing before the last one is.
 * @returns all that the server says until it ends the connection; rejects if it is reset
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
