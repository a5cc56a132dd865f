import type { RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';

/**
 * Loads the request listener on the first request, so that a service without requests never loads it. Requests that
 * arrive while it loads wait in order, unread. If loading fails, they get 500, and the next request tries again.
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
        // REST logs a request when its connection closes, so it would never log one that is already closed.
        if (!request.socket.destroyed) listener(request, response);
      },
      (error: unknown) => {
        log.error({ err: error }, 'a module that serves requests could not be loaded');
        refuse(response);
      },
    );
  };
}

function refuse(response: ServerResponse): void {
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('Internal server error\n');
}
