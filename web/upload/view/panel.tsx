import down from 'icon:chevron-down';
import up from 'icon:chevron-up';
import pauseIcon from 'icon:pause';
import play from 'icon:play';
import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from '../../api/connection.ts';
import { Button, CloseButton, IconButton } from '../../parts/forms/button.tsx';
import { formatDuration, formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import {
  cancel,
  clearUploads,
  isPaused,
  isThrottled,
  lastDrop,
  pause,
  pending,
  retryFailed,
  uploads,
} from '../queue.ts';
import { type Speed, useSpeed } from '../sending/speed.ts';
import type { UploadItem, UploadState } from '../upload-item.ts';
import { UploadLine } from './line.tsx';
import { VersionComment } from './version-comment.tsx';

/** Maximum number of lines; running and failed uploads come first. */
const LINES = 50;
/** Delay before the panel closes after the last upload; the panel covers rows and their menus. */
const CLOSES_AFTER_MS = 15_000;
/** Outcomes that left the document unchanged. */
const KEPT: ReadonlySet<string | undefined> = new Set(['skipped', 'same']);
const RANKS = { running: 0, failed: 1, waiting: 2, done: 3, cancelled: 4 };

/** The upload panel, shown over any page while it has uploads. */
export function UploadPanel() {
  return uploads.value.length === 0 ? null : <Panel />;
}

function Panel() {
  const [isOpen, open] = useState(true);
  const items = uploads.value;
  const left = pending.value.length;
  const shown = items
    .toSorted((one, other) => RANKS[one.state.value] - RANKS[other.state.value])
    .slice(0, LINES);
  const texts = t().uploads;
  const panel = useClosing();
  return (
    <section ref={panel} class="uploads" aria-label={t().upload}>
      <header>
        <h2 aria-live="polite">{summaryOf(items)}</h2>
        {left > 0 && (
          <IconButton
            icon={isPaused.value ? play : pauseIcon}
            label={isPaused.value ? texts.resume : texts.pause}
            onClick={() => pause(!isPaused.value)}
          />
        )}
        <IconButton
          icon={isOpen ? down : up}
          label={isOpen ? texts.collapse : texts.expand}
          onClick={() => open(!isOpen)}
        />
        {left === 0 && <CloseButton onClick={clearUploads} />}
      </header>
      {left > 0 && <Progress />}
      {isOpen && (
        <ul>
          {shown.map((item) => (
            <UploadLine key={item.id} item={item} />
          ))}
          {items.length > LINES && <li class="hint">{texts.moreFiles(items.length - LINES)}</li>}
        </ul>
      )}
      {left === 0 && <VersionComment key={lastDrop.value[0]?.id} />}
      <Actions />
    </section>
  );
}

/** Closes the panel {@link CLOSES_AFTER_MS} after the last upload, but not while it is hovered or has the focus. */
function useClosing() {
  const panel = useRef<HTMLElement>(null);
  const items = uploads.value;
  const isThrough = pending.value.length === 0 && countOf(items, 'failed') === 0;
  useEffect(() => {
    if (!isThrough) return undefined;
    const timer = setInterval(() => {
      if (panel.current?.matches(':hover, :focus-within') === false) clearUploads();
    }, CLOSES_AFTER_MS);
    return () => clearInterval(timer);
  }, [isThrough, items]);
  return panel;
}

/** Actions on all uploads. */
function Actions() {
  const failed = countOf(uploads.value, 'failed');
  const left = pending.value;
  const texts = t().uploads;
  return (
    <footer>
      {failed > 0 && <Button onClick={retryFailed}>{texts.retryFailed}</Button>}
      {left.length > 1 && <Button onClick={() => left.forEach(cancel)}>{texts.cancelAll}</Button>}
    </footer>
  );
}

function countOf(items: readonly UploadItem[], wanted: UploadState): number {
  return items.filter(({ state }) => state.value === wanted).length;
}

function summaryOf(items: readonly UploadItem[]): string {
  const texts = t().uploads;
  const done = countOf(items, 'done');
  const failed = countOf(items, 'failed');
  if (pending.value.length > 0) return texts.uploading(done, items.length);
  if (failed > 0) return texts.finishedExcept(done, failed);
  const kept = items.filter(({ outcome }) => KEPT.has(outcome.value)).length;
  return `${texts.finished(done - kept)}${kept === 0 ? '' : texts.andUnchanged(kept)}`;
}

function Progress() {
  const all = uploads.value.filter(({ state }) => state.value !== 'cancelled');
  const bytes = all.reduce((sum, { file }) => sum + file.size, 0);
  const sent = all.reduce((sum, item) => sum + item.sent.value, 0);
  const speed = useSpeed();
  const percent = bytes === 0 ? 0 : Math.floor((sent / bytes) * 100);
  return (
    <div class="uploads-progress">
      <progress max={100} value={percent} aria-label={t().uploads.progress} />
      <p>{situation(speed, bytes - sent)}</p>
      <p class="visually-hidden" role="status">{`${String(Math.floor(percent / 10) * 10)} %`}</p>
    </div>
  );
}

function situation({ bytesPerSecond }: Speed, bytesLeft: number): string {
  const texts = t().uploads;
  if (isPaused.value) return texts.paused;
  if (connection.isOffline.value) return texts.waitsForConnection;
  if (isThrottled.value) return texts.waitsForService;
  if (bytesPerSecond === undefined || bytesPerSecond === 0) return '';
  const left = texts.timeLeft(formatDuration(bytesLeft / bytesPerSecond));
  return `${texts.speed(formatSize(bytesPerSecond))} · ${left}`;
}
