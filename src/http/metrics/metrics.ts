import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dms } from '../../core/dms.ts';
import type { Measuring } from './measuring.ts';

/** Metrics in the text format of Prometheus, with their media type. */
export interface MetricsText {
  readonly type: string;
  readonly text: string;
}

/** Starts measuring at the first metrics request, so that installations without Prometheus do not load the library. */
export class Metrics {
  readonly #dms: Pick<Dms, 'measures'>;
  #measuring: Measuring | undefined;

  constructor(dms: Pick<Dms, 'measures'>) {
    this.#dms = dms;
  }

  /** Counts a request when its response ends. */
  observe(request: IncomingMessage, response: ServerResponse): void {
    this.#measuring?.observe(request, response);
  }

  /** @throws {DmsError} unavailable */
  async text(): Promise<MetricsText> {
    const { Measuring } = await import('./measuring.ts');
    this.#measuring ??= new Measuring(this.#dms);
    return { type: this.#measuring.contentType, text: await this.#measuring.text() };
  }

  close(): void {
    this.#measuring?.close();
  }
}
