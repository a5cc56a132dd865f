/** Ids of another user's objects, or of nothing at all. */
export interface Ids {
  readonly document: number;
  readonly locked: number;
  readonly folder: number;
  readonly home: number;
  /** An entry in the trash. */
  readonly deleted: number;
  readonly share: number;
  readonly link: number;
  /** A group with this user. */
  readonly group: number;
  readonly undo: number;
  readonly token: number;
  readonly session: number;
  /** An incomplete upload. */
  readonly upload: number;
  readonly incident: number;
  readonly user: number;
  readonly login: string;
  /** A word that occurs in all names, texts and contents of that user. */
  readonly word: string;
}

/** Objects of the client. */
export interface Own {
  readonly document: number;
  readonly folder: number;
  readonly deleted: number;
}

/** A request that refers to an object of another user. The method is that of the route. */
export interface ForeignRequest {
  /** Path below `/api`. */
  readonly path: string;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** Set if the response is 200 and repeats these ids from the request. */
  readonly repeats?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Requests of a route for another user's objects; `list`: the route has no id and lists the client's own objects;
 * `own`: it concerns only the client.
 */
export type Foreign = Requests | 'list' | 'own';

type Requests = (ids: Ids, own: Own) => readonly ForeignRequest[];

/** A path with the present time as `at`. */
function atNow(path: string): string {
  return `${path}?at=${new Date().toISOString()}`;
}

/** One request per entry of the other user, of each kind. */
function ofEntries(path: (id: number) => string, body?: object): Requests {
  return ({ document, locked, folder, home, deleted }) =>
    [document, locked, folder, home, deleted].map((id) => ({ path: path(id), ...(body && { body }) }));
}

/** The requests of both. */
function both(one: Requests, other: Requests): Requests {
  return (ids, own) => [...one(ids, own), ...other(ids, own)];
}

function document(rest = '', body?: object): Requests {
  return ofEntries((id) => `/documents/${id}${rest}`, body);
}

function folder(rest = '', body?: object): Requests {
  return ofEntries((id) => `/folders/${id}${rest}`, body);
}

/** Requests with the other user's entry, and with the other user's folder as the target. */
function relocation(kind: 'documents' | 'folders', verb: 'move' | 'copy'): Foreign {
  return ({ document, folder, home, deleted }, own) => [
    ...[document, folder, home, deleted].map((id) => ({
      path: `/${kind}/${id}/${verb}`,
      body: { folder_id: own.folder },
    })),
    ...[document, folder, home, deleted].map((id) => ({
      path: `/${kind}/${kind === 'documents' ? own.document : own.folder}/${verb}`,
      body: { folder_id: id },
    })),
  ];
}

const TUS = { 'Tus-Resumable': '1.0.0' };

function upload(headers: Readonly<Record<string, string>> = {}): Foreign {
  return (ids) => [{ path: `/uploads/${ids.upload}`, headers: { ...TUS, ...headers } }];
}

const PART = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };

const user: Foreign = (ids) => [{ path: `/users/${ids.user}` }];
const share: Foreign = (ids) => [{ path: `/shares/${ids.share}` }];
const link: Foreign = (ids) => [{ path: `/links/${ids.link}` }];

/** Every route, by method and path as in the route table. */
export const FOREIGN: Readonly<Record<string, Foreign>> = {
  'POST /login': 'own',
  'POST /logout': 'own',
  'GET /sign-in-options': 'own',
  'POST /setup': 'own',
  // The same response for everyone; test/rest/accounts/password-links.test.ts checks this.
  'POST /password-resets': 'own',
  'POST /password-resets/{code}': 'own',
  'POST /2fa/request-code': 'own',
  'POST /2fa/verify-code': 'own',

  'GET /account': 'list',
  'PATCH /account': 'own',
  'GET /account/sessions': 'list',
  'DELETE /account/sessions': 'own',
  'DELETE /account/sessions/{id}': ({ session }) => [{ path: `/account/sessions/${session}` }],
  'GET /account/tokens': 'list',
  'POST /account/tokens': 'own',
  'DELETE /account/tokens/{id}': ({ token }) => [{ path: `/account/tokens/${token}` }],
  'POST /account/2fa': 'own',
  'DELETE /account/2fa': 'own',
  'POST /account/2fa/confirm': 'own',
  'POST /account/2fa/recovery-codes': 'own',

  'POST /documents/upload': ({ document, folder, home, deleted }) =>
    [document, folder, home, deleted].map((id) => ({
      path: '/documents/upload',
      form: { folder_id: String(id), path: 'new', conflict: 'skip' },
    })),
  'OPTIONS /uploads': 'own',
  'OPTIONS /uploads/{id}': 'own',
  'GET /uploads': 'list',
  'POST /uploads': ({ document, folder, home, deleted }) =>
    [document, folder, home, deleted].map((id) => ({
      path: '/uploads',
      headers: {
        ...TUS,
        'Upload-Length': '1',
        'Upload-Metadata': `filename eA==,folder_id ${btoa(String(id))}`,
      },
    })),
  'HEAD /uploads/{id}': upload(),
  'PATCH /uploads/{id}': upload(PART),
  'POST /uploads/{id}': upload({ ...PART, 'X-HTTP-Method-Override': 'PATCH' }),
  'DELETE /uploads/{id}': upload(),
  'GET /documents/{id}': document(),
  'PATCH /documents/{id}': document('', { title: 'taken', name: 'taken' }),
  'DELETE /documents/{id}': document(),
  'DELETE /documents/{id}/lock': document('/lock'),
  'PUT /documents/{id}/opening': document('/opening'),
  'POST /documents/{id}/edit-address': document('/edit-address'),
  'PUT /documents/{id}/favourite': document('/favourite'),
  'DELETE /documents/{id}/favourite': document('/favourite'),
  'GET /documents/{id}/download': both(
    document('/download'),
    ofEntries((id) => atNow(`/documents/${id}/download`)),
  ),
  'GET /documents/{id}/thumbnail': document('/thumbnail'),
  'GET /documents/{id}/text': document('/text'),
  'GET /documents/{id}/metadata': document('/metadata'),
  'POST /documents/{id}/move': relocation('documents', 'move'),
  'POST /documents/{id}/copy': relocation('documents', 'copy'),

  'GET /documents/{id}/versions': document('/versions'),
  'GET /documents/{id}/versions/{number}': document('/versions/1'),
  'PATCH /documents/{id}/versions/{number}': document('/versions/1', { comment: 'taken' }),
  'DELETE /documents/{id}/versions/{number}': document('/versions/1'),
  'GET /documents/{id}/versions/{number}/download': document('/versions/1/download'),
  'POST /documents/{id}/versions/{number}/restore': document('/versions/1/restore'),

  'GET /folders/shares': 'list',
  'GET /folders/system': 'list',
  'POST /folders': ({ document, folder, home, deleted }) =>
    [document, folder, home, deleted].map((id) => ({
      path: '/folders',
      body: { folder_id: id, name: 'new' },
    })),
  'GET /folders/{id}': folder(),
  'PATCH /folders/{id}': folder('', { name: 'taken' }),
  'DELETE /folders/{id}': folder(),
  'DELETE /folders/{id}/lock': folder('/lock'),
  'PUT /folders/{id}/favourite': folder('/favourite'),
  'DELETE /folders/{id}/favourite': folder('/favourite'),
  'GET /favourites': 'list',
  'GET /recent': 'list',
  'GET /folders/{id}/contents': both(
    folder('/contents'),
    ofEntries((id) => atNow(`/folders/${id}/contents`)),
  ),
  'POST /folders/{id}/conflicts': folder('/conflicts', { paths: ['a', 'a/b'] }),
  'GET /folders/{id}/search': ({ document, folder, home, deleted, word, login }) => [
    ...[document, folder, home, deleted].map((id) => ({ path: `/folders/${id}/search?q=${word}` })),
    { path: `/folders/0/search?q=${word}` },
    { path: `/folders/0/search?q=${word}*&filter=owner:${login}` },
    { path: `/folders/0/search?q=&filter=owner:${login}` },
  ],
  'POST /folders/{id}/move': relocation('folders', 'move'),
  'POST /folders/{id}/copy': relocation('folders', 'copy'),

  'GET /entries': ({ word }) =>
    [`/folder ${word}`, `/${word}.txt`, `/folder ${word}/${word}.txt`, `/Home/folder ${word}`].map(
      (path) => ({
        path: `/entries?path=${encodeURIComponent(path)}`,
      }),
    ),
  'POST /entries/batch': ({ document, locked, folder, home, deleted }, own) => {
    const ids = [document, locked, folder, home, deleted];
    const path = '/entries/batch';
    return [
      ...['move', 'copy'].map((action) => ({
        path,
        body: { action, ids, folder_id: own.folder },
        repeats: ids,
      })),
      ...['delete', 'restore', 'purge'].map((action) => ({ path, body: { action, ids }, repeats: ids })),
      ...[document, folder, home, deleted].flatMap((id) => [
        { path, body: { action: 'move', ids: [own.document], folder_id: id } },
        { path, body: { action: 'restore', ids: [own.deleted], folder_id: id } },
      ]),
    ];
  },

  'POST /undo': ({ folder, home, undo, login }) => [
    ...[folder, home].map((id) => ({ path: '/undo', body: { since: '2026-01-01', folder_id: id } })),
    { path: '/undo', body: { undo_id: undo } },
    { path: '/undo', body: { since: '2026-01-01', login } },
  ],
  'GET /undo': 'list',
  'GET /undo/{id}': ({ undo }) => [{ path: `/undo/${undo}` }],
  'GET /undo/{id}/notes': ({ undo }) => [{ path: `/undo/${undo}/notes` }],
  'POST /undo/{id}/resume': ({ undo }) => [{ path: `/undo/${undo}/resume` }],
  'POST /folders/{id}/restore': ofEntries((id) => `/folders/${id}/restore`, { at: '2026-01-01' }),
  'POST /archives': ({ document, locked, folder, home, deleted }) =>
    [document, locked, folder, home, deleted].flatMap((id) => [
      { path: '/archives', body: { ids: [id] } },
      { path: '/archives', body: { ids: [id], at: new Date().toISOString() } },
    ]),
  // test/rest/transfer/archives.slow.test.ts requests an archive of another user.
  'GET /archives/{id}': 'own',

  'GET /shares': ({ document, folder }) => [
    { path: '/shares' },
    { path: `/shares?document_id=${document}` },
    { path: `/shares?folder_id=${folder}` },
  ],
  'POST /shares': ({ document, folder, home, deleted }) =>
    [
      ...[document, deleted].map((id) => ({ document_id: id })),
      ...[folder, home].map((id) => ({ folder_id: id })),
    ].map((target) => ({ path: '/shares', body: { ...target, users: ['carl'], permissions: 1 } })),
  'GET /shares/{id}': share,
  'PATCH /shares/{id}': (ids) => [{ path: `/shares/${ids.share}`, body: { permissions: 1 } }],
  'DELETE /shares/{id}': share,

  'GET /links': ({ document, folder }) => [
    { path: '/links' },
    { path: `/links?document_id=${document}` },
    { path: `/links?folder_id=${folder}` },
  ],
  'POST /links': ({ document, folder, home, deleted }) =>
    [
      ...[document, deleted].map((id) => ({ document_id: id })),
      ...[folder, home].map((id) => ({ folder_id: id })),
    ].map((target) => ({ path: '/links', body: target })),
  'GET /links/{id}': link,
  'PATCH /links/{id}': (ids) => [{ path: `/links/${ids.link}`, body: { label: 'taken' } }],
  'DELETE /links/{id}': link,
  'POST /links/{id}/mail': (ids) => [
    { path: `/links/${ids.link}/mail`, body: { code: 'a'.repeat(22), to: ['miller@example.com'] } },
  ],
  'GET /links/{id}/uses': (ids) => [{ path: `/links/${ids.link}/uses` }],
  'GET /link-policy': 'list',

  'GET /trash': 'list',
  'DELETE /trash': 'own',
  'POST /trash/{id}/restore': ({ document, folder, home, deleted }, own) => [
    ...[document, folder, deleted].map((id) => ({ path: `/trash/${id}/restore`, body: { folder_id: 0 } })),
    ...[document, folder, home, deleted].map((id) => ({
      path: `/trash/${own.deleted}/restore`,
      body: { folder_id: id },
    })),
  ],
  'DELETE /trash/{id}': ({ document, folder, deleted }) =>
    [document, folder, deleted].map((id) => ({ path: `/trash/${id}` })),

  // The existence of an account is no secret, unless the configuration says so.
  'GET /people': 'own',

  'GET /groups': 'list',
  'POST /groups': 'own',
  'GET /groups/{id}': (ids) => [{ path: `/groups/${ids.group}` }],
  'PATCH /groups/{id}': (ids) => [{ path: `/groups/${ids.group}`, body: { name: 'taken' } }],
  'DELETE /groups/{id}': (ids) => [{ path: `/groups/${ids.group}` }],
  'GET /groups/{id}/members': (ids) => [{ path: `/groups/${ids.group}/members` }],
  'POST /groups/{id}/members': (ids) => [
    { path: `/groups/${ids.group}/members`, body: { users: [ids.login] } },
  ],
  'DELETE /groups/{id}/members/{member}': (ids) => [{ path: `/groups/${ids.group}/members/${ids.user}` }],

  'GET /users': 'list',
  'POST /users': 'own',
  'GET /users/{id}': user,
  'PATCH /users/{id}': (ids) => [{ path: `/users/${ids.user}`, body: { name: 'taken' } }],
  'DELETE /users/{id}': user,
  'POST /users/{id}/invitation': (ids) => [{ path: `/users/${ids.user}/invitation`, body: {} }],
  'DELETE /users/{id}/2fa': (ids) => [{ path: `/users/${ids.user}/2fa` }],
  'DELETE /users/{id}/sessions': (ids) => [{ path: `/users/${ids.user}/sessions` }],

  'GET /status': 'list',
  'GET /locks': 'list',
  'DELETE /locks/{id}': ofEntries((id) => `/locks/${id}`),
  'GET /backups': 'list',
  'POST /backups': 'own',
  'GET /incidents': 'list',
  'POST /incidents/{id}/lift': (ids) => [{ path: `/incidents/${ids.incident}/lift` }],

  'GET /activity': ({ login }) => [{ path: `/activity?user=${login}` }, { path: '/activity?action=delete' }],
  'GET /v2/documents/{id}/activity': ofEntries((id) => `/v2/documents/${id}/activity`),

  // test/rest/service/events.slow.test.ts checks who receives which events.
  'GET /events': 'own',

  'GET /openapi.json': 'list',
  'GET /docs': 'list',
};

/** Routes for other users' accounts that an administrator may use, so they are not refused. */
export const ADMINISTRATION: ReadonlySet<string> = new Set([
  'GET /users',
  'GET /users/{id}',
  'PATCH /users/{id}',
  'DELETE /users/{id}',
  'POST /users/{id}/invitation',
  'DELETE /users/{id}/2fa',
  'DELETE /users/{id}/sessions',
  'GET /groups',
  'GET /groups/{id}',
  'PATCH /groups/{id}',
  'DELETE /groups/{id}',
  'GET /groups/{id}/members',
  'POST /groups/{id}/members',
  'DELETE /groups/{id}/members/{member}',
  'GET /links/{id}',
  'PATCH /links/{id}',
  'DELETE /links/{id}',
  'POST /links/{id}/mail',
  'GET /links/{id}/uses',
  'GET /locks',
  'DELETE /locks/{id}',
  'GET /incidents',
  'POST /incidents/{id}/lift',
  'GET /activity',
  'POST /undo',
  'GET /undo/{id}',
  'GET /undo/{id}/notes',
  'POST /undo/{id}/resume',
]);
