import undoIcon from 'icon:undo-2';
import type { Activity } from '../../api/records.ts';
import { ActivitySentence, actorOf } from '../../parts/display/activity-sentence.tsx';
import { Circles } from '../../parts/display/people.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import { formatDay, formatMoment, formatTime } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { offerOf } from './undo-offer.ts';

interface FeedProps {
  readonly items: readonly Activity[];
  /** Opens the dialog that undoes an activity, or everything since. */
  readonly onUndo: (activity: Activity) => void;
}

/** Activities, grouped by day. */
export function Feed({ items, onUndo }: FeedProps) {
  return (
    <div class="feed">
      {byDay(items).map(([day, activities]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{nameOf(day, activities)}</h2>
          <ul>
            {activities.map((activity) => (
              <Line key={activity.id} activity={activity} onUndo={() => onUndo(activity)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface LineProps {
  readonly activity: Activity;
  readonly onUndo: () => void;
}

function Line({ activity, onUndo }: LineProps) {
  const { timestamp, ip } = activity;
  const offer = offerOf(activity);
  const texts = t().activityPage;
  return (
    <li>
      <time dateTime={timestamp} title={formatMoment(timestamp)}>
        {formatTime(timestamp)}
      </time>
      <Circles names={[activity.user]} />
      <p>
        <b>{actorOf(activity)}</b> <ActivitySentence activity={activity} />
        {ip !== null && <small> {texts.address(ip)}</small>}
        {offer === 'undo' && (
          <button type="button" class="link" onClick={onUndo}>
            {texts.takeUndoBack}
          </button>
        )}
      </p>
      {offer === 'since' && <IconButton icon={undoIcon} label={texts.undoSince} onClick={onUndo} />}
    </li>
  );
}

/** Key of a calendar day in the user's time zone. */
function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
}

function byDay(items: readonly Activity[]): (readonly [day: string, activities: Activity[]])[] {
  const days = new Map<string, Activity[]>();
  for (const activity of items) {
    const day = dayOf(new Date(activity.timestamp));
    days.set(day, [...(days.get(day) ?? []), activity]);
  }
  return [...days];
}

function nameOf(day: string, [first]: readonly Activity[]): string {
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day === dayOf(now)) return t().activityPage.today;
  if (day === dayOf(yesterday)) return t().activityPage.yesterday;
  return first === undefined ? day : formatDay(first.timestamp);
}
