import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dms } from '../../core/dms.ts';
import type { Measuring } from './measuring.ts';

/** A text in the format of Prometheus, and its media type. */
export interface MetricsText {
  readonly type: string;
  readonly text: string;
}

/** Measures the service from the first time that somebody asks. Who has no Prometheus needs no memory for it. */
export class Metrics {
  readonly #dms: Pick<Dms, 'measures'>;
  #measuring: Measuring | undefined;

  constructor(dms: Pick<Dms, 'measures'>) {
    this.#dms = dms;
  }

  /** Counts a request when its answer ends. */
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
