import { hueOf, initialsOf } from './initials.ts';

/** Number of circles for an item with more people. */
const MAX_CIRCLES = 3;

/** Actors of activities that are not users (docs/build/contract/activity.md §18). */
export const NOT_USERS: readonly string[] = ['guest', 'command line', 'housekeeping', 'alarm', 'mail'];

interface PeopleProps {
  readonly names: readonly string[];
  /** Names of groups. */
  readonly groups?: readonly string[];
}

/**
 * Circles with the initials of users, and doubled squares with those of groups, for a place beside their names. Hidden
 * from screen readers, which read the names.
 */
export function Circles({ names, groups = [] }: PeopleProps) {
  const shown = [
    ...names.filter((name) => !NOT_USERS.includes(name)).map((name) => ({ name, shape: 'circle' })),
    ...groups.map((name) => ({ name, shape: 'circle group' })),
  ].slice(0, MAX_CIRCLES);
  return (
    <span class="circles" aria-hidden="true">
      {shown.map(({ name, shape }, index) => (
        // Not text, so that copied names do not contain it.
        <span key={index} class={`${shape} hue-${String(hueOf(name))}`} data-initials={initialsOf(name)} />
      ))}
    </span>
  );
}

/** The names of users and groups, with {@link Circles}. */
export function People({ names, groups = [] }: PeopleProps) {
  if (names.length + groups.length === 0) return null;
  return (
    <>
      <Circles names={names} groups={groups} />
      {[...names, ...groups].join(', ')}
    </>
  );
}
