import type { Account, Service } from '../../support/service.ts';
import { sessionOf } from './sign-in.ts';

/** Access to a user's data in the service. */
export interface Office {
  /** Sends a request as the user. @returns `data` of the response */
  call(method: string, path: string, body?: object | FormData): Promise<unknown>;
  /** Creates a folder. @returns its id */
  folder(name: string, parentId?: number): Promise<number>;
  /** Uploads a document. @returns its id */
  upload(name: string, content: string | Uint8Array<ArrayBuffer>, parentId?: number): Promise<number>;
  /** Downloads the content of a document, as text. */
  download(id: number): Promise<string>;
}

/** The id in the response to a request that created something. @throws {Error} if there is none */
export function idOf(data: unknown): number {
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'number')
    return data.id;
  throw new Error(`${JSON.stringify(data)} has no id`);
}

/** Accesses a user's home over the REST interface. */
export async function officeOf(service: Service, account: Account): Promise<Office> {
  const Cookie = await sessionOf(service, account);
  const call: Office['call'] = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.url}/api${path}`, {
      method,
      headers: { Cookie, ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok || typeof answer !== 'object' || answer === null || !('data' in answer))
      throw new Error(`${method} ${path}: ${String(response.status)} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  return {
    call,
    download: async (id) => {
      const url = `${service.url}/api/documents/${String(id)}/download`;
      return (await fetch(url, { headers: { Cookie } })).text();
    },
    folder: async (name, parentId = 0) => idOf(await call('POST', '/folders', { name, folder_id: parentId })),
    upload: async (name, content, parentId = 0) => {
      const form = new FormData();
      form.set('folder_id', String(parentId));
      form.set('file', new Blob([content]), name);
      return idOf(await call('POST', '/documents/upload', form));
    },
  };
}
