import { pending } from './queue.ts';

/** Timeout of the question to the other tabs. */
const WAIT_MS = 300;
const channel = new BroadcastChannel('dms-uploads');

channel.addEventListener('message', ({ data }) => {
  if (data === 'who uploads?' && pending.value.length > 0) channel.postMessage('this tab');
});

/** True if another tab of this browser is uploading. Its uploads are not unfinished. */
export function isUploadedElsewhere(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  channel.addEventListener('message', ({ data }) => {
    if (data === 'this tab') resolve(true);
  });
  channel.postMessage('who uploads?');
  setTimeout(() => resolve(false), WAIT_MS);
  return promise;
}
