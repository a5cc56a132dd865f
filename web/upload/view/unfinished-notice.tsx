import { useRef, useState } from 'preact/hooks';
import { Button, CloseButton } from '../../parts/forms/button.tsx';
import { formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { uploads } from '../queue.ts';
import { discardUnfinished, resume, unfinished } from '../unfinished.ts';

/**
 * Lists uploads that were unfinished when the page was closed. Only the user can give the browser access to the files
 * again.
 */
export function UnfinishedNotice() {
  const input = useRef<HTMLInputElement>(null);
  const [others, setOthers] = useState(0);
  const items = unfinished.value;
  // Running uploads replace the notice.
  if (items.length === 0 || uploads.value.length > 0) return null;
  const texts = t().uploads;
  return (
    <section class="uploads" aria-label={texts.unfinished(items.length)}>
      <header>
        <h2>{texts.unfinished(items.length)}</h2>
        {/* Closing discards nothing; the next opened page shows the notice again. */}
        <CloseButton
          onClick={() => {
            unfinished.value = [];
          }}
        />
      </header>
      <ul>
        {items.map(({ id, name, bytes }) => (
          <li key={id} class="hint">
            {name} · {formatSize(bytes)}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p class="fault" role="alert">
          {texts.notUnfinished(others)}
        </p>
      )}
      <footer>
        <Button variant="primary" onClick={() => input.current?.click()}>
          {texts.chooseAgain}
        </Button>
        <Button onClick={() => void discardUnfinished()}>{texts.discard}</Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={texts.chooseAgain}
          onChange={({ currentTarget }) => setOthers(resume(currentTarget.files ?? []))}
        />
      </footer>
    </section>
  );
}
