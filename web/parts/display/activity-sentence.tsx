import type { Activity } from '../../api/records.ts';
import { factSaid, saidOf } from '../../text/messages.ts';
import { t } from '../../text/text.ts';

/** Actions of the activity log (docs/build/contract/activity.md §18). */
type Action = keyof ReturnType<typeof t>['activityPage']['sentences'];

/** The actions in the order of the filter. */
export function actions(): readonly Action[] {
  const isAction = (key: string): key is Action => key in t().activityPage.sentences;
  return Object.keys(t().activityPage.sentences).filter(isAction);
}

function actionOf({ action }: Activity): Action | undefined {
  return actions().find((each) => each === action);
}

/** The display name of the user who acted. */
export function actorOf({ user }: Activity): string {
  return new Map(Object.entries(t().activityPage.actors)).get(user) ?? user;
}

function pathOf({ document_id: documentId, folder_id: folderId }: Activity): string | undefined {
  if (documentId !== null) return `/documents/${String(documentId)}`;
  return folderId === null ? undefined : `/folders/${String(folderId)}`;
}

/** The sentence for an activity, with the entry as a link. */
export function ActivitySentence({ activity }: { readonly activity: Activity }) {
  const action = actionOf(activity);
  const what = <Subject activity={activity} />;
  if (action === undefined)
    return (
      <>
        {activity.action}: {what}
      </>
    );
  const [before = '', after] = t().activityPage.sentences[action].split('{what}');
  return (
    <>
      {before}
      {after !== undefined && what}
      {after}
    </>
  );
}

/** Facts that hold the name of the entry itself. */
const NAMES = ['name', 'to'];

/** The object of an action, in the language of the page if the log entry has a known code. */
function Subject({ activity }: { readonly activity: Activity }) {
  const { data, details } = activity;
  const template = new Map(Object.entries(t().activityPage.details)).get(data?.code ?? '');
  // For a refused action, `data` has the code of the error.
  if (data === null || template === undefined)
    return <Name activity={activity}>{saidOf(data, details)}</Name>;
  // The group in the pattern makes every second piece the name of a fact.
  const pieces = template.split(/\{(\w+)\}/);
  return (
    <>
      {pieces.map((piece, index) => {
        if (index % 2 === 0) return piece;
        const fact = factSaid(piece, data.facts[piece] ?? '');
        return NAMES.includes(piece) ? (
          <Name key={index} activity={activity}>
            {fact}
          </Name>
        ) : (
          fact
        );
      })}
    </>
  );
}

/** Links to the entry, unless it was deleted and therefore has no page. */
function Name({ activity, children }: { readonly activity: Activity; readonly children: string }) {
  const path = pathOf(activity);
  const isGone = activity.action === 'purge' || activity.action === 'delete';
  return path === undefined || isGone ? <b>{children}</b> : <a href={path}>{children}</a>;
}
