import { api, dataOf } from '../../api/client.ts';
import type { Status } from '../../api/records.ts';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Fact, Facts } from '../../parts/display/facts.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Loading } from '../../parts/loading/loading.tsx';
import { formatMoment, formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { AdminFrame, ForAdmins } from './admin-frame.tsx';
import { SpaceBar } from './space-bar.tsx';
import { usePolled } from './use-polled.ts';
import { Warnings } from './warnings.tsx';

const PAUSE_MS = 30_000;

/** Overview of the service's status; refreshes itself. */
export function Page() {
  return (
    <ForAdmins>
      <StatusOverview />
    </ForAdmins>
  );
}

function StatusOverview() {
  const {
    value: status,
    error,
    reload,
  } = usePolled(
    () => dataOf(api.GET('/status')),
    () => PAUSE_MS,
  );
  return (
    <AdminFrame title={t().admin.status}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {error === undefined && status === undefined && <Loading />}
      {status !== undefined && (
        <>
          <ServiceSection status={status} />
          <Section title={t().admin.space} hint={t().admin.spaceHint}>
            <SpaceBar space={status.space} />
          </Section>
          <CountsSection counts={status.counts} />
          <QueuesSection status={status} />
          <BackupSection backup={status.backup} />
        </>
      )}
    </AdminFrame>
  );
}

function ServiceSection({ status }: { readonly status: Status }) {
  const texts = t().admin;
  return (
    <Section title={texts.service}>
      <div class="stack">
        <Warnings status={status} />
        <Facts variant="beside">
          <Fact name={texts.version}>
            {status.version} <span class="hint">Node.js {status.node}</span>
          </Fact>
          <Fact name={texts.runsSince}>
            <time dateTime={status.started_at}>{formatMoment(status.started_at)}</time>
          </Fact>
          <Fact name={texts.failedSignIns}>{formatNumber(status.failed_sign_ins)}</Fact>
        </Facts>
      </div>
    </Section>
  );
}

function CountsSection({ counts }: Pick<Status, 'counts'>) {
  const texts = t().admin;
  return (
    <Section title={texts.numbers} hint={texts.numbersHint}>
      <Facts variant="beside">
        <Fact name={texts.documents}>{formatNumber(counts.documents)}</Fact>
        <Fact name={texts.versions}>{formatNumber(counts.versions)}</Fact>
        <Fact name={texts.foldersCount}>{formatNumber(counts.folders)}</Fact>
        <Fact name={texts.users}>
          {formatNumber(counts.users)}{' '}
          <span class="hint">{texts.ofThemAdministrators(formatNumber(counts.administrators))}</span>
        </Fact>
        <Fact name={texts.sessions}>{formatNumber(counts.sessions)}</Fact>
      </Facts>
    </Section>
  );
}

function QueuesSection({ status: { queues, mail } }: { readonly status: Status }) {
  const texts = t().admin;
  const waiting = (count: number): string => (count === 0 ? texts.nothingWaits : formatNumber(count));
  const failure = mail.last_failure;
  return (
    <Section title={texts.queues} hint={texts.queuesHint}>
      <Facts variant="beside">
        <Fact name={texts.toIndex}>{waiting(queues.entries_to_index)}</Fact>
        <Fact name={texts.toRead}>{waiting(queues.contents_to_read)}</Fact>
        <Fact name={texts.mails}>
          {waiting(queues.mails)}
          {!mail.configured && <p class="hint">{texts.mailOff}</p>}
          {failure !== null && (
            <p class="fault">{texts.mailFailed(formatMoment(failure.at), failure.reason)}</p>
          )}
        </Fact>
      </Facts>
    </Section>
  );
}

function BackupSection({ backup }: Pick<Status, 'backup'>) {
  const texts = t().admin;
  return (
    <Section title={texts.backups}>
      <div class="stack">
        <Facts variant="beside">
          <Fact name={texts.lastBackup}>
            {backup.last === null ? texts.noBackup : formatMoment(backup.last.at)}
          </Fact>
          {backup.next_at !== null && <Fact name={texts.nextAt}>{formatMoment(backup.next_at)}</Fact>}
        </Facts>
        <a href="/admin/backups">{texts.toBackups}</a>
      </div>
    </Section>
  );
}
