import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { OpenedArchive } from '../../core/entries/entries.ts';
import { isDisconnect } from '../connections/disconnect.ts';
import { write } from '../content/content.ts';
import { contentDisposition } from '../content/disposition.ts';
import { ZipWriter, zipLength } from './zip-writer.ts';

/** Entries sent before other requests run: small contents need no waiting for the disk or the network. */
const AT_A_TIME = 25;

/**
 * Responds to GET or HEAD with an archive. The caller closes the archive.
 * @throws the error of reading an entry; the connection must then be closed, so that the client does not mistake the body
 * for complete
 */
export async function sendArchive(opened: OpenedArchive, res: ServerResponse): Promise<void> {
  res.setHeader('Content-Type', 'application/zip');
  res.setHeader('Content-Length', zipLength(opened.entries));
  res.setHeader('Content-Disposition', contentDisposition('attachment', opened.name));
  res.setHeader('Content-Security-Policy', 'sandbox');
  res.setHeader('Cache-Control', 'private, no-store');
  if (res.req.method === 'HEAD') res.end();
  else await sendEntries(opened, res);
}

async function sendEntries(opened: OpenedArchive, res: ServerResponse): Promise<void> {
  const zip = new ZipWriter((bytes) => write(res, bytes));
  try {
    for (const [index, entry] of opened.entries.entries()) {
      if (index % AT_A_TIME === AT_A_TIME - 1) await setImmediate();
      await zip.add(entry, async (consume) => {
        const content = opened.content(entry);
        await content.read({ start: 0, end: content.size - 1 }, consume);
      });
    }
    await zip.end();
    res.end();
  } catch (error) {
    if (!isDisconnect(error)) throw error;
  }
}
