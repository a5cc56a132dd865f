import refresh from 'icon:rotate-cw';
import undoIcon from 'icon:undo-2';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Incident } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Fact, Facts } from '../../parts/display/facts.tsx';
import { Circles } from '../../parts/display/people.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { PAGE_SIZE, usePages } from '../../parts/hooks/use-pages.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { Undoing } from '../../parts/undo-changes/undoing.tsx';
import { showToast } from '../../state/toasts.ts';
import { formatList, formatMoment } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { AdminFrame, ForAdmins } from './admin-frame.tsx';

/** The incidents of the alarm, with what an administrator can do. */
export function Page() {
  return (
    <ForAdmins>
      <Incidents />
    </ForAdmins>
  );
}

function Incidents() {
  const texts = t().admin.incidents;
  const { items, error, reload, more } = usePages((page) =>
    pageOf(api.GET('/incidents', { params: { query: { page, per_page: PAGE_SIZE } } })),
  );
  const [asked, ask] = useState<Incident>();
  const [undone, undo] = useState<Incident>();
  return (
    <AdminFrame
      title={texts.title}
      actions={
        <Button icon={refresh} onClick={reload}>
          {t().admin.refresh}
        </Button>
      }
    >
      <p class="hint incidents-hint">{texts.hint}</p>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && items === undefined && <Loading />}
      {items?.length === 0 && <p class="notice">{texts.none}</p>}
      {items?.map((incident) => (
        <IncidentSection
          key={incident.id}
          incident={incident}
          onLift={() => ask(incident)}
          onUndo={() => undo(incident)}
        />
      ))}
      {more && <Button onClick={more}>{texts.more}</Button>}
      {asked && (
        <Confirm
          title={texts.liftTitle(asked.user.name)}
          action={texts.lift}
          onClose={() => ask(undefined)}
          onConfirm={() => void lift(asked).then(reload)}
        >
          {asked.action === 'pause' ? texts.liftPauseText(asked.user.name) : texts.liftText}
        </Confirm>
      )}
      {undone && <Undoing start={startOf(undone)} onClose={() => undo(undefined)} />}
    </AdminFrame>
  );
}

async function lift({ id, user }: Incident): Promise<void> {
  try {
    await dataOf(api.POST('/incidents/{id}/lift', { params: { path: { id } } }));
    showToast(t().admin.incidents.lifted(user.name));
  } catch (error) {
    showToast(asApiError(error).message, 'failed');
  }
}

/** The dialog that undoes the changes of an incident. The record has no id of the token, so the address limits them. */
function startOf({ user: { name, login }, undo_since: since, ip }: Incident) {
  const users = [{ kind: 'user', name, login } as const];
  return { kind: 'changes', users, since, ...(ip === null ? {} : { ip }) } as const;
}

interface IncidentSectionProps {
  readonly incident: Incident;
  readonly onLift: () => void;
  readonly onUndo: () => void;
}

function IncidentSection({ incident, onLift, onUndo }: IncidentSectionProps) {
  const texts = t().admin.incidents;
  const { id, user, kind, documents, lifted_at: liftedAt } = incident;
  const isOwn = user.id === account.value?.id;
  return (
    <section class="account-section incident" aria-labelledby={`incident-${String(id)}`}>
      <header>
        <h2 id={`incident-${String(id)}`}>
          <Circles names={[user.name]} />
          {user.name}
        </h2>
        <p>
          <StateMark incident={incident} />
        </p>
      </header>
      <div class="stack">
        <p>{texts.kinds[kind](documents)}</p>
        <IncidentFacts incident={incident} />
        {liftedAt === null && isOwn && <p class="hint">{texts.own}</p>}
        <div class="buttons">
          <Button icon={undoIcon} label={texts.undoOf(user.name)} onClick={onUndo}>
            {texts.undo}
          </Button>
          {liftedAt === null && !isOwn && (
            <Button label={texts.liftOf(user.name)} onClick={onLift}>
              {texts.lift}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function StateMark({ incident: { action, lifted_at: liftedAt } }: Pick<IncidentSectionProps, 'incident'>) {
  const texts = t().admin.incidents;
  if (liftedAt !== null) return <span class="mark">{texts.isLifted}</span>;
  return <span class="mark off">{action === 'pause' ? texts.isPaused : texts.isOpen}</span>;
}

function IncidentFacts({ incident }: Pick<IncidentSectionProps, 'incident'>) {
  const texts = t().admin.incidents;
  const { begun_at, detected_at, token, ip, examples, lifted_at, lifted_by } = incident;
  return (
    <Facts variant="beside">
      <Fact name={texts.begun}>{formatMoment(begun_at)}</Fact>
      <Fact name={texts.detected}>{formatMoment(detected_at)}</Fact>
      <Fact name={texts.token}>{token ?? texts.noToken}</Fact>
      <Fact name={texts.address}>{ip ?? texts.unknown}</Fact>
      {examples.length > 0 && (
        <Fact name={texts.examples}>{formatList(examples.map(({ name }) => name))}</Fact>
      )}
      {lifted_at !== null && (
        <Fact name={texts.liftedAt}>
          {lifted_by === null ? formatMoment(lifted_at) : texts.liftedBy(formatMoment(lifted_at), lifted_by)}
        </Fact>
      )}
    </Facts>
  );
}
