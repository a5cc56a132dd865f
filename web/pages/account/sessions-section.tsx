import { asApiError } from '../../api/api-error.ts';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Session } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { useChanges } from '../../parts/hooks/use-changes.ts';
import { PAGE_SIZE, usePages } from '../../parts/hooks/use-pages.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { showToast } from '../../state/toasts.ts';
import { formatMoment, formatShort } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { Section } from './account-frame.tsx';
import { deviceOf } from './device.ts';

/** The user's sessions. They end without confirmation, because the only loss is a new sign-in. */
export function SessionsSection() {
  const texts = t().myAccount;
  const { items, error, reload, more, set } = usePages((page) =>
    pageOf(api.GET('/account/sessions', { params: { query: { page, per_page: PAGE_SIZE } } })),
  );
  useChanges('account', reload);
  const end = async ({ id }: Session): Promise<void> => {
    set((items ?? []).filter((each) => each.id !== id));
    await dataOf(api.DELETE('/account/sessions/{id}', { params: { path: { id } } }));
    showToast(texts.sessionEnded);
  };
  const endOthers = async (): Promise<void> => {
    set((items ?? []).filter(({ current }) => current));
    const { ended } = await dataOf(api.DELETE('/account/sessions'));
    showToast(texts.sessionsEnded(ended));
  };
  const change = (work: Promise<void>): void =>
    void work.catch((reason: unknown) => showToast(asApiError(reason).message, 'failed')).finally(reload);
  return (
    <Section title={texts.sessions} hint={texts.sessionsHint}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && items === undefined && <Loading />}
      {items !== undefined && (
        <ul class="lines" aria-label={texts.sessions}>
          {items.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => change(end(session))} />
          ))}
        </ul>
      )}
      <div class="buttons">
        {more && <Button onClick={more}>{texts.more}</Button>}
        {items?.some(({ current }) => !current) === true && (
          <Button variant="danger" onClick={() => change(endOthers())}>
            {texts.endOthers}
          </Button>
        )}
      </div>
    </Section>
  );
}

function nameOf({ user_agent }: Session): string {
  const texts = t().myAccount;
  const { program = texts.unknownProgram, systemName } = deviceOf(user_agent ?? '');
  return systemName === undefined ? program : texts.device(program, systemName);
}

function SessionLine({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const texts = t().myAccount;
  const name = nameOf(session);
  return (
    <li>
      <div>
        <strong title={session.user_agent ?? undefined}>{name}</strong>
        <p class="hint">
          {[
            session.ip ?? texts.noAddress,
            texts.lastSeen(formatShort(session.last_seen_at)),
            texts.since(formatMoment(session.created_at)),
          ].join(' · ')}
        </p>
      </div>
      {session.current ? (
        <span class="badge">{texts.thisSession}</span>
      ) : (
        <Button onClick={onEnd}>
          {texts.endSession}
          <span class="visually-hidden">: {name}</span>
        </Button>
      )}
    </li>
  );
}
