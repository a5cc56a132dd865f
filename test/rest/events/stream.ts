import assert from 'node:assert/strict';

/** A client of the events. It reads only in {@link Stream.until}. */
export class Stream {
  /** All events so far, as `folder 7`, `trash`, … */
  readonly told: string[] = [];
  /** Id of the last second that has been read. */
  lastId: string | undefined;
  /** True after the service has ended the stream. */
  isEnded = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = '';

  private constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Opens a stream; every later change counts. @param lastId continues another stream */
  static async open(url: string, token: string, lastId?: string): Promise<Stream> {
    const continued = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
    const headers = { Authorization: `Bearer ${token}`, ...continued };
    const response = await fetch(`${url}/api/events`, { headers });
    assert.equal(response.status, 200);
    assert.ok(response.body);
    return new Stream(response.body);
  }

  /** Reads until an event has arrived with all others of its second, or to the end of the stream. */
  async until(event: string): Promise<void> {
    let isTold = false;
    while (!isTold && !this.isEnded) {
      const { done, value } = await this.#reader.read();
      this.isEnded = done;
      this.#rest += this.#decoder.decode(value, { stream: true });
      // Only the last event of a second has an id.
      const seconds = this.#rest.split(/(?<=\nid: .*\n\n)/);
      this.#rest = seconds.at(-1)?.endsWith('\n\n') === true ? '' : (seconds.pop() ?? '');
      for (const second of seconds) {
        this.lastId = /^id: (.*)$/m.exec(second)?.[1] ?? this.lastId;
        const events = [...second.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(
          ([, kind = '', data = '']) => {
            const { id } = JSON.parse(data);
            return id === undefined ? kind : `${kind} ${id}`;
          },
        );
        this.told.push(...events);
        // A reset stands for all events of its second.
        isTold ||= events.includes(event) || events.includes('reset');
      }
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
