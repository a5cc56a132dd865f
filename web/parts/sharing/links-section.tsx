import lock from 'icon:lock';
import plus from 'icon:plus';
import { useState } from 'preact/hooks';
import type { Link } from '../../api/records.ts';
import { endLink, linkPolicy, linksOf, type MadeLink } from '../../state/actions/links.ts';
import { type Shareable, showRefusal } from '../../state/actions/sharing.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Icon } from '../display/icon.tsx';
import { Button } from '../forms/button.tsx';
import { CopyField } from '../forms/copy-field.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { factsOfLink, nameOfLink } from './link-facts.ts';
import { LinkForm } from './link-form.tsx';
import { LinkMailForm } from './link-mail-form.tsx';

interface Made {
  readonly link: MadeLink;
  /** Empty: none. */
  readonly password: string;
}

interface LinksSectionProps {
  readonly entry: Shareable;
  readonly mayShare: boolean;
  /** True: visitors may send files to the entry. */
  readonly mayCollect: boolean;
}

/** The links that open an entry without an account. Hidden if links are switched off. */
export function LinksSection({ entry, mayShare, mayCollect }: LinksSectionProps) {
  const texts = t().sharing.links;
  const { value, error, reload } = useLoaded(
    async () => ({ policy: await linkPolicy(), links: await linksOf(entry) }),
    [entry.id],
  );
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Made>();
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined || !value.policy.enabled) return null;
  const { links, policy } = value;
  if (!mayShare && links.length === 0) return null;
  const end = (id: number): void => {
    endLink(id).catch(showRefusal).finally(reload);
  };
  return (
    <section class="share-links" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p class="hint">{texts.hint}</p>
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <LinkLine key={link.id} link={link} onEnd={() => end(link.id)} />
          ))}
        </ul>
      )}
      {made && <NewLink made={made} canMail={policy.mail} />}
      {mayShare && !isMaking && (
        <div>
          <Button icon={plus} onClick={() => setMaking(true)}>
            {texts.make}
          </Button>
        </div>
      )}
      {isMaking && (
        <LinkForm
          entry={entry}
          mayCollect={mayCollect}
          isPasswordRequired={policy.require_password}
          maxDays={policy.max_days}
          onCancel={() => setMaking(false)}
          onCreated={(link, password) => {
            setMade({ link, password });
            setMaking(false);
            reload();
          }}
        />
      )}
    </section>
  );
}

function NewLink({ made: { link, password }, canMail }: { readonly made: Made; readonly canMail: boolean }) {
  const texts = t().sharing.links;
  return (
    <div class="new-link">
      <CopyField key={link.id} label={texts.address} value={link.address} isFresh />
      {password !== '' && <CopyField label={texts.password} value={password} />}
      <p class="hint">{password === '' ? texts.once : texts.onceWithPassword}</p>
      {canMail && <LinkMailForm key={link.id} link={link} hasPassword={password !== ''} />}
    </div>
  );
}

function LinkLine({ link, onEnd }: { readonly link: Link; readonly onEnd: () => void }) {
  const texts = t().sharing.links;
  const name = nameOfLink(link);
  return (
    <li>
      <span class="who">
        <span>
          {name} {link.has_password && <PasswordMark />}
        </span>
        <small>{factsOfLink(link).join(' · ')}</small>
      </span>
      <Button label={texts.endOf(name)} onClick={onEnd}>
        {t().sharing.end}
      </Button>
    </li>
  );
}

function PasswordMark() {
  return (
    <>
      <Icon of={lock} size={16} />
      <span class="visually-hidden">{t().sharing.links.hasPassword}</span>
    </>
  );
}
