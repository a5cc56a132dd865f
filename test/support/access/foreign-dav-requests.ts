import { lockInfo, propertyUpdate } from '../../webdav/client.ts';

/** A WebDAV request; the path is below `/webdav`. */
export interface DavRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const PROPPATCH = propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>');

function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): DavRequest {
  return { method, path, headers, ...(body !== undefined && { body }) };
}

/**
 * All ways to address an entry of Anna's: in the path, in a Destination, in an If tag, with a lock token. Names contain
 * `word`; `own.txt` and the folder `own` belong to the client.
 */
export function foreignDavRequests(word: string, token: string, port: number): readonly DavRequest[] {
  const folder = `/folder%20${word}`;
  const file = `${folder}/${word}.txt`;
  const locked = `${folder}/locked%20${word}`;
  const own = '/own.txt';
  const at = (path: string) => `http://127.0.0.1:${port}/webdav${path}`;
  const time = `/.history/${new Date().toISOString().slice(0, 19).replaceAll(':', '.')}Z`;
  const submitted = { If: `(<${token}>)` };
  return [
    ...[folder, `${folder}/`, file, locked, `/../anna${folder}`, `/own/..${folder}`].flatMap((path) => [
      ...['GET', 'HEAD', 'DELETE', 'POST'].map((method) => ask(method, path)),
      ask('PROPFIND', path, { Depth: '0' }),
      ask('PROPFIND', path, { Depth: '1' }),
      ask('PROPPATCH', path, {}, PROPPATCH),
      ask('UNLOCK', path, { 'Lock-Token': `<${token}>` }),
      ask('COPY', path, { Destination: at('/own/taken') }),
      ask('MOVE', path, { Destination: at('/own/taken') }),
      ask('DELETE', path, submitted),
    ]),
    ...[folder, file, `${folder}/deleted%20${word}`].flatMap((path) => [
      ask('GET', time + path),
      ask('HEAD', time + path),
      ask('PROPFIND', time + path, { Depth: '1' }),
      ask('COPY', time + path, { Destination: at('/own/taken') }),
    ]),
    ...[file, `${folder}/new`, locked].flatMap((path) => [
      ask('PUT', path, {}, 'x'),
      ask('PUT', path, submitted, 'x'),
      ask('MKCOL', path),
      ask('LOCK', path, {}, lockInfo()),
      ask('LOCK', path, submitted),
      ask('COPY', own, { Destination: at(path) }),
      ask('MOVE', own, { Destination: at(path), Overwrite: 'T' }),
      ask('COPY', '/own', { Destination: at(path) }),
    ]),
    ...[file, locked].flatMap((path) => [
      ask('PUT', own, { If: `<${at(path)}> (<${token}>)` }, 'x'),
      ask('DELETE', own, { If: `<${at(path)}> (["etag"])` }),
      ask('PROPPATCH', own, { If: `<${at(path)}> (<${token}>) (["etag"])` }, PROPPATCH),
    ]),
    ask('PUT', own, submitted, 'x'),
    ask('LOCK', own, submitted),
    ask('UNLOCK', own, { 'Lock-Token': `<${token}>` }),
  ];
}
