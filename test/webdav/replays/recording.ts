/** A recorded request, and the status that the response must have. */
export interface Step {
  readonly method: string;
  /** Path below `/webdav`, escaped as by the client. */
  readonly path: string;
  readonly status: number;
  /** `{token /a}`, `{etag /a}` and `{url /a}` are placeholders for values that the replay has learned for that path. */
  readonly headers: Readonly<Record<string, string>>;
  /** A list contains chunks, sent without Content-Length. */
  readonly body: string | readonly string[] | undefined;
}

/** Records a request. */
type Recorder = (
  method: string,
  path: string,
  status: number,
  headers?: Readonly<Record<string, string>>,
  body?: Step['body'],
) => Step;

/** A recorder for a client that sends `always` with each request. */
export function clientSending(always: Readonly<Record<string, string>>): Recorder {
  return (method, path, status, headers = {}, body) => ({
    method,
    path,
    status,
    headers: { ...always, ...headers },
    body,
  });
}

/** A distinguishable content: a few bytes, or enough bytes to be stored in a file. */
export function contentOf(word: string, size: 'small' | 'large' = 'small'): string {
  return size === 'small' ? `${word} content` : `${word} content, at length. `.repeat(5000);
}

/** The path of another name in the folder of `path`. */
export function beside(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${name}`;
}

/** Headers of a move to another name in the same folder. */
export function onto(path: string, overwrite: 'T' | 'F' = 'T'): Record<string, string> {
  return { Destination: `{url ${path}}`, Overwrite: overwrite };
}
