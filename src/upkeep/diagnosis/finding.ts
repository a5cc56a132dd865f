/** What one look at a part of the service found. */
export interface Finding {
  /** The part: `free_space`. */
  readonly check: string;
  /** `warning`: it works, but somebody should look. `problem`: something does not work, or soon will not. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** What there is, in a few words. */
  readonly detail: string;
  /** What to do about it, in the imperative; missing if all is well. */
  readonly advice?: string;
}

/** A part that is well. */
export function ok(check: string, detail: string): Finding {
  return { check, state: 'ok', detail };
}

/** A part that somebody should look at. */
export function warning(check: string, detail: string, advice: string): Finding {
  return { check, state: 'warning', detail, advice };
}

/** A part that does not work. */
export function problem(check: string, detail: string, advice: string): Finding {
  return { check, state: 'problem', detail, advice };
}
