/* Script of the page with which visitors of links send files (src/web/links). Without it, the form of the page works. */

import { Row, type Words } from './row.ts';
import { cancel, Refused, type Sending, sendFile } from './tus.ts';

/** Files that are sent at the same time. */
const AT_ONCE = 2;

/** Parts of the page. */
interface Parts {
  readonly list: HTMLElement;
  readonly status: HTMLElement;
  readonly words: Words;
}

/** Sends the files of the list, two at a time. */
class Queue {
  readonly #parts: Parts;
  readonly #waiting: Row[] = [];
  #running = 0;
  #all = 0;
  #done = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isSending(): boolean {
    return this.#running > 0;
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      const row = new Row(file, this.#parts.words);
      this.#parts.list.prepend(row.element);
      this.#all += 1;
      this.#wait(row);
    }
  }

  #wait(row: Row): void {
    row.wait(() => {
      this.#waiting.splice(this.#waiting.indexOf(row), 1);
      this.#fail(row, 'canceled', false);
    });
    this.#waiting.push(row);
    this.#next();
  }

  #next(): void {
    while (this.#running < AT_ONCE) {
      const row = this.#waiting.shift();
      if (!row) return;
      this.#running += 1;
      void this.#send(row).finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #send(row: Row): Promise<void> {
    const { words } = this.#parts;
    const abort = new AbortController();
    row.wait(() => abort.abort());
    row.progress(0);
    const sending = sendingOf(row, words, abort.signal);
    try {
      if (row.file.size > Number(words('max') || Infinity)) throw new Refused(words('tooLarge'));
      await sendFile(sending);
      this.#done += 1;
      row.succeed();
      this.#count();
    } catch (error) {
      if (abort.signal.aborted) {
        await cancel(sending);
        this.#fail(row, 'canceled', false);
      } else if (error instanceof Refused && error.message !== '') this.#fail(row, error.message, true);
      else this.#fail(row, error instanceof Refused ? 'gone' : 'failed', true);
    }
  }

  /** @param text a text, or the name of one */
  #fail(row: Row, text: string, isError: boolean): void {
    row.fail(this.#parts.words(text) || text, isError, () => this.#wait(row));
    this.#count();
  }

  #count(): void {
    const { status, words } = this.#parts;
    const text = words('sentCount').replace('{done}', String(this.#done));
    status.textContent = text.replace('{all}', String(this.#all));
  }
}

function sendingOf(row: Row, words: Words, signal: AbortSignal): Sending {
  const valueOf = (id: string): string => document.querySelector<HTMLInputElement>(id)?.value ?? '';
  return {
    file: row.file,
    address: words('to'),
    sender: { name: valueOf('#n'), email: valueOf('#m') },
    signal,
    onProgress: (bytes) => row.progress(bytes),
    onBroken: () => row.say(words('resuming')),
  };
}

/** Files begin to be sent as soon as they are dropped anywhere on the page. */
function acceptDrops(area: HTMLElement, queue: Queue): void {
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    area.closest('details')?.setAttribute('open', '');
    area.classList.add('on');
  });
  document.addEventListener('dragleave', () => area.classList.remove('on'));
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    area.classList.remove('on');
    queue.add(event.dataTransfer?.files ?? []);
  });
}

function start(form: HTMLFormElement): void {
  const { dataset } = form;
  const words: Words = (name) => dataset[name] ?? '';
  const chosen = form.querySelector<HTMLInputElement>('#u');
  const area = form.querySelector<HTMLElement>('#d');
  const label = form.querySelector('#d label');
  const list = document.querySelector<HTMLElement>('#l');
  const status = document.querySelector<HTMLElement>('#r');
  if (!chosen || !area || !label || !list || !status) return;
  const queue = new Queue({ list, status, words });
  label.textContent = words('chooseOrDrop');
  form.querySelector('#b')?.remove();
  form.addEventListener('submit', (event) => event.preventDefault());
  chosen.addEventListener('change', () => {
    queue.add(Array.from(chosen.files ?? []));
    chosen.value = '';
  });
  acceptDrops(area, queue);
  addEventListener('beforeunload', (event) => {
    if (queue.isSending) event.preventDefault();
  });
}

const form = document.querySelector<HTMLFormElement>('#f');
if (form) start(form);
