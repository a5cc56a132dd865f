/** Result of one check. */
export interface Finding {
  /** Name of the check, for example `free_space`. */
  readonly check: string;
  /** `warning`: works, but needs attention. `problem`: does not work, or will soon stop working. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** Short description of the state. */
  readonly detail: string;
  /** What to do, in the imperative; missing for `ok`. */
  readonly advice?: string;
}

/** A finding without problem. */
export function ok(check: string, detail: string): Finding {
  return { check, state: 'ok', detail };
}

/** A finding that needs attention. */
export function warning(check: string, detail: string, advice: string): Finding {
  return { check, state: 'warning', detail, advice };
}

/** A finding of something that does not work. */
export function problem(check: string, detail: string, advice: string): Finding {
  return { check, state: 'problem', detail, advice };
}
