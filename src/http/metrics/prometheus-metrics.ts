import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Dms } from '../../core/dms.ts';
import type { Measured } from '../../core/measurements.ts';

/**
 * Known methods; all others are counted as `other`. Clients choose the method, and each would add a permanent time
 * series.
 */
const METHODS = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK ' +
    'REPORT SEARCH ACL BIND'
  ).split(' '),
);
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** A finer resolution would wake the process more often, and prevent an idle machine from saving power. */
const LOOP_RESOLUTION_MS = 50;
const NS_PER_SECOND = 1e9;

type Value = number | undefined;

/**
 * Name, description and value of each gauge made from {@link Measured}. Times are in seconds, as Prometheus expects.
 */
const GAUGES: readonly (readonly [string, string, (measured: Measured) => Value])[] = [
  ['dms_users', 'User accounts.', ({ users }) => users],
  ['dms_folders', 'Folders, including those in the trash.', ({ folders }) => folders],
  ['dms_documents', 'Documents, including those in the trash.', ({ documents }) => documents],
  ['dms_versions', 'Versions of documents.', ({ versions }) => versions],
  ['dms_contents_bytes', 'Bytes of all contents; equal contents count once.', ({ bytes }) => bytes],
  ['dms_database_bytes', 'Bytes of the database and its log.', ({ databaseBytes }) => databaseBytes],
  ['dms_disk_free_bytes', 'Free bytes of the disk with the data directory.', ({ freeBytes }) => freeBytes],
  ['dms_sessions', 'Browser sessions that have not ended.', ({ sessions }) => sessions],
  ['dms_mails_waiting', 'E-mails that the mail server has not accepted.', (each) => each.mails_waiting],
  [
    'dms_contents_to_read',
    'Contents that wait for their text or thumbnail, counted up to 10000.',
    (each) => each.contentsToRead,
  ],
  [
    'dms_backup_last_success_timestamp_seconds',
    'Time of the last successful backup.',
    (each) => seconds(each.lastBackupAt),
  ],
  [
    'dms_backup_last_failure_timestamp_seconds',
    'Time of the last failed backup.',
    (each) => seconds(each.lastBackupFailureAt),
  ],
  ['dms_backup_warning', '1 if the last backup failed, or is late.', (each) => Number(each.needsBackup)],
];

function seconds(milliseconds: Value): Value {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

/** Counts requests, and reports metrics of the service in the text format of Prometheus. */
export class PrometheusMetrics {
  readonly #registry = new Registry();
  readonly #dms: Pick<Dms, 'measurements'>;
  readonly #requests: Counter<'face' | 'method' | 'status'>;
  readonly #durations: Histogram<'face' | 'method'>;
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });

  constructor(dms: Pick<Dms, 'measurements'>) {
    this.#dms = dms;
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'dms_http_requests_total',
      help: 'Requests, by interface, method and status.',
      labelNames: ['face', 'method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'dms_http_request_duration_seconds',
      help: 'Time from the header of a request to the end of its response.',
      labelNames: ['face', 'method'],
      buckets: SECONDS,
      registers,
    });
    this.#loop.enable();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Counts a request when its response ends. */
  observe(request: IncomingMessage, response: ServerResponse): void {
    const begun = performance.now();
    const face = faceOf(request.url ?? '/');
    const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other';
    response.on('close', () => {
      this.#requests.inc({ face, method, status: response.statusCode });
      this.#durations.observe({ face, method }, (performance.now() - begun) / 1000);
    });
  }

  /** @throws {DmsError} unavailable */
  async text(): Promise<string> {
    const measured = await this.#dms.measurements.take();
    const { percentile, max } = this.#takeLoop();
    const rows: [name: string, help: string, value: Value][] = GAUGES.map(([name, help, valueOf]) => [
      name,
      help,
      valueOf(measured),
    ]);
    rows.push(
      [
        'dms_event_loop_delay_p99_seconds',
        '99th percentile of the event loop delay since the last scrape.',
        percentile,
      ],
      ['dms_event_loop_delay_max_seconds', 'Maximum event loop delay since the last scrape.', max],
      ['process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()],
      ['process_start_time_seconds', 'Start time of the process.', performance.timeOrigin / 1000],
    );
    const gauges = new Registry();
    for (const [name, help, value] of rows)
      if (value !== undefined) new Gauge({ name, help, registers: [gauges] }).set(value);
    new Counter({
      name: 'dms_sign_in_failures_total',
      help: 'Failed sign-ins.',
      registers: [gauges],
    }).inc(measured.failedSignIns);
    const { user, system } = process.cpuUsage();
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time of the process.',
      registers: [gauges],
    }).inc((user + system) / 1e6);
    return Registry.merge([this.#registry, gauges]).metrics();
  }

  close(): void {
    this.#loop.disable();
  }

  #takeLoop(): { percentile: number; max: number } {
    const percentile = this.#loop.percentile(99) / NS_PER_SECOND;
    const max = this.#loop.max / NS_PER_SECOND;
    this.#loop.reset();
    return { percentile, max };
  }
}

function faceOf(url: string): 'webdav' | 'rest' | 'other' {
  const [, first] = /^\/([^/?]*)/.exec(url) ?? [];
  if (first === 'webdav') return 'webdav';
  return first === 'api' ? 'rest' : 'other';
}
