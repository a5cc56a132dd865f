import { useEffect, useRef } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import type { Backups } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Fact, Facts } from '../../parts/display/facts.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { showToast } from '../../state/toasts.ts';
import { formatMoment, formatTime } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { AdminFrame, ForAdmins } from './admin-frame.tsx';
import { usePolled } from './use-polled.ts';

/** Polling interval while a backup runs. */
const RUNNING_PAUSE_MS = 2000;
const PAUSE_MS = 30_000;

const CONFIGURATION = `backup:
  dest: /mnt/backup/dms
  schedule: "30 2 * * *"
  keep: 7d,4w,6m`;

/** State of the backups, with a button that starts one. */
export function Page() {
  return (
    <ForAdmins>
      <BackupsOverview />
    </ForAdmins>
  );
}

function BackupsOverview() {
  const texts = t().admin;
  const {
    value: backups,
    error,
    reload,
  } = usePolled(
    () => dataOf(api.GET('/backups')),
    (value) => (typeof value?.running_since === 'string' ? RUNNING_PAUSE_MS : PAUSE_MS),
  );
  useEndTold(backups);
  return (
    <AdminFrame title={texts.backups}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && backups === undefined && <Loading />}
      {backups !== undefined && (
        <>
          {backups.destination === null ? <SetUp /> : <Plan backups={backups} onStarted={reload} />}
          {(backups.destination !== null || backups.last !== null) && <History backups={backups} />}
        </>
      )}
    </AdminFrame>
  );
}

/** Shows a message when a backup that was running has finished. */
function useEndTold(backups: Backups | undefined): void {
  const before = useRef<Backups>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = backups;
    if (was === undefined || backups === undefined) return;
    const isNew = backups.last?.at !== undefined && backups.last.at !== was.last?.at;
    if (isNew && backups.running_since === null) showToast(t().admin.backupDone);
  }, [backups]);
}

function Plan({ backups, onStarted }: { readonly backups: Backups; readonly onStarted: () => void }) {
  const texts = t().admin;
  const { error, isBusy, run } = useAction();
  const running = backups.running_since;
  const start = async (): Promise<void> => {
    await dataOf(api.POST('/backups'));
    onStarted();
  };
  return (
    <Section title={texts.backups}>
      <div class="stack">
        <Facts variant="beside">
          <Fact name={texts.destination}>{backups.destination}</Fact>
          <Fact name={texts.schedule}>
            {backups.schedule === null ? texts.noSchedule : <code>{backups.schedule}</code>}
          </Fact>
          {backups.next_at !== null && <Fact name={texts.nextAt}>{formatMoment(backups.next_at)}</Fact>}
        </Facts>
        <Form error={error} onSubmit={() => run(start)}>
          <p role="status" class="hint running">
            {running !== null && texts.backupRuns(formatTime(running))}
          </p>
          <Button type="submit" variant="primary" disabled={isBusy || running !== null}>
            {texts.backUpNow}
          </Button>
        </Form>
      </div>
    </Section>
  );
}

function History({ backups: { last, last_failure: failure, warning } }: { readonly backups: Backups }) {
  const texts = t().admin;
  return (
    <Section title={texts.lastBackup}>
      <div class="stack">
        {warning === 'backup_late' && <p class="warning">{texts.warnings.backup_late}</p>}
        <Facts variant="beside">
          <Fact name={texts.madeAt}>{last === null ? texts.noBackup : formatMoment(last.at)}</Fact>
          {last !== null && (
            <>
              <Fact name={texts.snapshot}>{last.detail}</Fact>
              <Fact name={texts.destination}>{last.destination}</Fact>
            </>
          )}
          <Fact name={texts.lastFailure}>
            {failure === null ? (
              texts.noFailure
            ) : (
              <>
                {formatMoment(failure.at)}
                <p class={warning === 'backup_failed' ? 'fault' : 'hint'}>{failure.detail}</p>
              </>
            )}
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}

function SetUp() {
  const texts = t().admin;
  return (
    <Section title={texts.setUp} hint={texts.setUpHint}>
      <div class="stack">
        <p>{texts.setUpText}</p>
        <pre class="configuration" tabIndex={0}>
          {CONFIGURATION}
        </pre>
      </div>
    </Section>
  );
}
