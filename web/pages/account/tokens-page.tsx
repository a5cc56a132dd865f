import plus from 'icon:plus';
import { useState } from 'preact/hooks';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Token } from '../../api/records.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { useChanges } from '../../parts/hooks/use-changes.ts';
import { PAGE_SIZE, usePages } from '../../parts/hooks/use-pages.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { showToast } from '../../state/toasts.ts';
import { formatDay, formatShort } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { AccountFrame, Section } from './account-frame.tsx';
import { NewTokenDialog, scopeNames } from './new-token-dialog.tsx';

/** The user's access tokens for programs. */
export function Page() {
  const texts = t().myAccount;
  const { items, error, reload, more } = usePages((page) =>
    pageOf(api.GET('/account/tokens', { params: { query: { page, per_page: PAGE_SIZE } } })),
  );
  useChanges('account', reload);
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  return (
    <AccountFrame title={texts.tokens}>
      <Section title={texts.tokens} hint={texts.tokensHint}>
        <div class="stack">
          <Button icon={plus} onClick={() => setMaking(true)}>
            {texts.newToken}
          </Button>
          {error !== undefined && <Problem error={error} onRetry={reload} />}
          {error === undefined && items === undefined && <Loading />}
          {items?.length === 0 && <p class="hint">{texts.noTokens}</p>}
          {items !== undefined && items.length > 0 && (
            <ul class="lines" aria-label={texts.tokens}>
              {items.map((token) => (
                <TokenLine key={token.id} token={token} onRevoke={() => setRevoked(token)} />
              ))}
            </ul>
          )}
          {more && <Button onClick={more}>{texts.more}</Button>}
        </div>
      </Section>
      {isMaking && <NewTokenDialog onMade={reload} onClose={() => setMaking(false)} />}
      {revoked && <RevokeDialog token={revoked} onRevoked={reload} onClose={() => setRevoked(undefined)} />}
    </AccountFrame>
  );
}

function endOf({ expires_at }: Token, now = new Date()): string {
  const texts = t().myAccount;
  if (expires_at === null) return texts.neverEnds;
  const day = formatDay(expires_at);
  return new Date(expires_at) < now ? texts.ended(day) : texts.endsOn(day);
}

function TokenLine({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) {
  const texts = t().myAccount;
  const names = scopeNames();
  const { last_used_at } = token;
  return (
    <li>
      <div>
        <strong>{token.name}</strong>
        <p class="hint">{token.scopes.map((scope) => names[scope]).join(', ')}</p>
        <p class="hint">
          {[
            `${token.prefix}…`,
            endOf(token),
            last_used_at === null ? texts.neverUsed : texts.lastSeen(formatShort(last_used_at)),
          ].join(' · ')}
        </p>
      </div>
      <Button onClick={onRevoke}>
        {texts.revoke}
        <span class="visually-hidden">: {token.name}</span>
      </Button>
    </li>
  );
}

interface RevokeProps {
  readonly token: Token;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

function RevokeDialog({ token, onRevoked, onClose }: RevokeProps) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  const revoke = async (): Promise<void> => {
    await dataOf(api.DELETE('/account/tokens/{id}', { params: { path: { id: token.id } } }));
    showToast(texts.revoked(token.name));
    onClose();
    onRevoked();
  };
  return (
    <Dialog title={texts.revokeTitle} onClose={onClose}>
      <Form error={error} onSubmit={() => run(revoke)}>
        <p>{texts.revokeQuestion(token.name)}</p>
        <div class="buttons">
          <Button type="submit" variant="danger" disabled={isBusy}>
            {texts.revoke}
          </Button>
          <Button onClick={onClose}>{t().cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
