import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dms } from '../../core/dms.ts';
import type { PrometheusMetrics } from './prometheus-metrics.ts';

/** Metrics in the text format of Prometheus, with their media type. */
export interface MetricsText {
  readonly type: string;
  readonly text: string;
}

/**
 * Loads {@link PrometheusMetrics} at the first request for metrics, so that installations without Prometheus do not
 * load the library. Counts nothing before that.
 */
export class Metrics {
  readonly #dms: Pick<Dms, 'measurements'>;
  #loaded: PrometheusMetrics | undefined;

  constructor(dms: Pick<Dms, 'measurements'>) {
    this.#dms = dms;
  }

  /** Counts a request when its response ends. */
  observe(request: IncomingMessage, response: ServerResponse): void {
    this.#loaded?.observe(request, response);
  }

  /** @throws {DmsError} unavailable */
  async text(): Promise<MetricsText> {
    const { PrometheusMetrics } = await import('./prometheus-metrics.ts');
    this.#loaded ??= new PrometheusMetrics(this.#dms);
    return { type: this.#loaded.contentType, text: await this.#loaded.text() };
  }

  close(): void {
    this.#loaded?.close();
  }
}
