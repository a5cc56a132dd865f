import { t } from '../../text/text.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { KEYS, type KeyPlace } from './keys.ts';

/** All shortcuts, grouped by area. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t().help} onClose={onClose}>
      <div class="key-places">
        {KEYS.map((each) => (
          <Place key={each.place} {...each} />
        ))}
      </div>
    </Dialog>
  );
}

function Place({ place, lines }: KeyPlace) {
  const texts = t().keys;
  return (
    <section>
      <h3>{texts.places[place]}</h3>
      <dl>
        {lines.map(({ does, keys }) => (
          <div key={does}>
            <dt>
              {keys.map((combination) => (
                <Combination key={combination} keys={combination.split('+')} />
              ))}
            </dt>
            <dd>{texts.does[does]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Combination({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span>
      {keys.map((key) => (
        <kbd key={key}>{nameOf(key)}</kbd>
      ))}
    </span>
  );
}

/** The key's label as printed on the keyboard. */
function nameOf(key: string): string {
  if (key === 'Ctrl' && navigator.userAgent.includes('Mac OS X')) return '⌘';
  const names: Readonly<Record<string, string>> = t().keys.names;
  return names[key] ?? key;
}
