/** Thrown for a content that cannot be read. The message is the reason shown to users: one sentence. */
export class Unreadable extends Error {}
