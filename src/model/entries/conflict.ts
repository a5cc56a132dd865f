/** What may happen to a content whose name is taken; `version` of a document only. */
export const CONFLICTS = ['version', 'rename', 'skip', 'fail'] as const;
/** One of {@link CONFLICTS}. */
export type Conflict = (typeof CONFLICTS)[number];
