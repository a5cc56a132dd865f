import type { RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../log.ts';

/**
 * Answers requests by what `load` gives, which is asked for when the first request comes: who sends none needs no memory for
 * it. Requests that come meanwhile wait, in their order, and nothing of them is read. If it cannot be loaded, they are
 * answered with 500, and the next one tries again.
 */
export function lateListener(load: () => Promise<RequestListener>, log: Logger): RequestListener {
  let loaded: RequestListener | undefined;
  let loading: Promise<RequestListener> | undefined;

  const loadOnce = (): Promise<RequestListener> =>
    (loading ??= load()
      .then((listener) => (loaded = listener))
      .finally(() => {
        loading = undefined;
      }));

  return (request, response) => {
    if (loaded !== undefined) {
      loaded(request, response);
      return;
    }
    loadOnce().then(
      (listener) => {
        // Who logs the end of a connection would wait in vain for that of one which has ended.
        if (!request.socket.destroyed) listener(request, response);
      },
      (error: unknown) => {
        log.error({ err: error }, 'what answers requests could not be loaded');
        refuse(response);
      },
    );
  };
}

function refuse(response: ServerResponse): void {
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('Internal server error\n');
}
