import { t } from '../../text/text.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { SHORTCUT_GROUPS, type ShortcutGroup } from './shortcuts.ts';

/** All shortcuts, in groups. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t().help} onClose={onClose}>
      <div class="shortcut-groups">
        {SHORTCUT_GROUPS.map((each) => (
          <Group key={each.group} {...each} />
        ))}
      </div>
    </Dialog>
  );
}

function Group({ group, shortcuts }: ShortcutGroup) {
  const texts = t().shortcuts;
  return (
    <section>
      <h3>{texts.groups[group]}</h3>
      <dl>
        {shortcuts.map(({ action, keys }) => (
          <div key={action}>
            <dt>
              {keys.map((combination) => (
                <Combination key={combination} keys={combination.split('+')} />
              ))}
            </dt>
            <dd>{texts.actions[action]}</dd>
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
  const names: Readonly<Record<string, string>> = t().shortcuts.keyNames;
  return names[key] ?? key;
}
