import { hueOf, initialsOf } from './initials.ts';

/** Number of circles for an item with more people. */
const MAX_CIRCLES = 3;

/** Actors of activities that are not users (docs/build/contract/activity.md §18). */
const NOT_USERS: readonly string[] = ['guest', 'command line', 'housekeeping', 'mail'];

interface PeopleProps {
  readonly names: readonly string[];
}

/** Circles with the initials of users, for a place beside their names. Hidden from screen readers, which read the names. */
export function Circles({ names }: PeopleProps) {
  const users = names.filter((name) => !NOT_USERS.includes(name)).slice(0, MAX_CIRCLES);
  return (
    <span class="circles" aria-hidden="true">
      {users.map((name, index) => (
        // Not text, so that copied names do not contain it.
        <span key={index} class={`circle hue-${String(hueOf(name))}`} data-initials={initialsOf(name)} />
      ))}
    </span>
  );
}

/** The names of users, with {@link Circles}. */
export function People({ names }: PeopleProps) {
  if (names.length === 0) return null;
  return (
    <>
      <Circles names={names} />
      {names.join(', ')}
    </>
  );
}
