/** Actions for an incoming content whose name is taken; `version` is for documents only. */
export const CONFLICTS = ['version', 'rename', 'skip', 'fail'] as const;
/** One of {@link CONFLICTS}. */
export type Conflict = (typeof CONFLICTS)[number];
