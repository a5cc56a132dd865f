/** One request of a recording, and the status that it must be answered with. */
export interface Step {
  readonly method: string;
  /** Below `/webdav`, escaped as the client does it. */
  readonly path: string;
  readonly status: number;
  /** `{token /a}`, `{etag /a}` and `{url /a}` stand for what the replay has learned of that path by then. */
  readonly headers: Readonly<Record<string, string>>;
  /** Chunks when it is a list: sent without Content-Length. */
  readonly body: string | readonly string[] | undefined;
}

/** Writes down one request. */
type Recorder = (
  method: string,
  path: string,
  status: number,
  headers?: Readonly<Record<string, string>>,
  body?: Step['body'],
) => Step;

/** Records a client that sends `always` with each of its requests. */
export function clientSending(always: Readonly<Record<string, string>>): Recorder {
  return (method, path, status, headers = {}, body) => ({
    method,
    path,
    status,
    headers: { ...always, ...headers },
    body,
  });
}

/** A content that can be told from others: a few bytes, or so many that they are kept as a file. */
export function contentOf(word: string, size: 'small' | 'large' = 'small'): string {
  return size === 'small' ? `${word} content` : `${word} content, at length. `.repeat(5000);
}

/** The path of another name in the folder of `path`. */
export function beside(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${name}`;
}

/** Headers of a move to another name of the same folder. */
export function onto(path: string, overwrite: 'T' | 'F' = 'T'): Record<string, string> {
  return { Destination: `{url ${path}}`, Overwrite: overwrite };
}
