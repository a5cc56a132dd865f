import type { RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';

/**
 * Answers requests by what `load` gives, which is asked for when the first request comes: a service that gets none never loads
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
        // REST logs a request when its connection closes. One that is closed already would never be logged.
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
