/** A text of the page by its name. */
export type Words = (name: string) => string;

/** A file in the list, with its state, a bar and a button. */
export class Row {
  readonly file: File;
  readonly element = document.createElement('li');
  readonly #words: Words;
  readonly #state = document.createElement('span');
  readonly #bar = document.createElement('progress');
  readonly #button = document.createElement('button');

  constructor(file: File, words: Words) {
    this.file = file;
    this.#words = words;
    const name = document.createElement('bdi');
    name.textContent = file.name;
    this.#button.className = 'bt se';
    this.#button.type = 'button';
    this.#bar.max = Math.max(1, file.size);
    this.#bar.setAttribute('aria-label', file.name);
    this.element.append(name, this.#state, this.#button, this.#bar);
  }

  /** Shows that the file waits, and offers to cancel it. */
  wait(onCancel: () => void): void {
    this.#bar.value = 0;
    this.element.append(this.#bar);
    this.#state.classList.remove('er');
    this.say(this.#words('waiting'));
    this.#offer('cancel', onCancel);
  }

  /** Shows how much was sent. */
  progress(bytes: number): void {
    const share = Math.min(1, bytes / this.#bar.max);
    const format = new Intl.NumberFormat(this.#words('locale'), { style: 'percent' });
    this.#bar.value = bytes;
    this.say(`${this.#words('sending')} ${format.format(share)}`);
  }

  say(text: string): void {
    this.#state.textContent = text;
  }

  /** Shows that the file was sent. */
  succeed(): void {
    this.#bar.remove();
    this.#button.remove();
    this.say(this.#words('done'));
  }

  /** Shows that the file was not sent. @param isError false: the visitor did not want it any more */
  fail(text: string, isError: boolean, onAgain: () => void): void {
    this.#bar.remove();
    this.say(text);
    this.#state.classList.toggle('er', isError);
    this.#offer('again', onAgain);
  }

  #offer(name: 'cancel' | 'again', action: () => void): void {
    this.#button.textContent = this.#words(name);
    this.#button.setAttribute('aria-label', `${this.#words(name)}: ${this.file.name}`);
    this.#button.onclick = action;
  }
}
