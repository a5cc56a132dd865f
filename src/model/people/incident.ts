/** What the service does when the alarm rings. */
export type AlarmAction = 'notify' | 'pause';

/**
 * How the documents of an incident were destroyed.
 *
 * - `overwrites`: they have contents that are not what their names say
 * - `renames`: they have the same unknown extension
 * - `replacements`: they were deleted, and new documents with unreadable contents are in their folders
 */
export type IncidentKind = 'overwrites' | 'renames' | 'replacements';

/** A document of an incident, with its name at that time. */
export interface IncidentExample {
  readonly id: number;
  readonly name: string;
}

/** An incident before it is stored. Times in milliseconds UTC. */
export interface NewIncident {
  readonly userId: number;
  readonly kind: IncidentKind;
  readonly action: AlarmAction;
  /** Time of the first change that counted. */
  readonly begunAt: number;
  /** Time at which the alarm rang. */
  readonly detectedAt: number;
  /** Number of distinct documents. */
  readonly documents: number;
  /** Some of them. */
  readonly examples: readonly IncidentExample[];
  /** Name of the token with which the changes were made; null: with another credential. */
  readonly token: string | null;
  /** Address of the client; null: unknown. */
  readonly ip: string | null;
}

/** A user who has changed many documents as ransomware does. It is open until an administrator lifts it. */
export interface Incident extends NewIncident {
  readonly id: number;
  readonly login: string;
  /** Display name. */
  readonly userName: string;
  /** Null while the incident is open. */
  readonly liftedAt: number | null;
  /** Display name of the administrator; null while the incident is open. */
  readonly liftedBy: string | null;
}

const BEFORE_MS = 60_000;

/**
 * The time since which the changes of an incident are taken back: a program may have prepared its first document before
 * the change that counted.
 * @returns milliseconds UTC
 */
export function undoTimeOf({ begunAt }: Pick<Incident, 'begunAt'>): number {
  return begunAt - BEFORE_MS;
}
