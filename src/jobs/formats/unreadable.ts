/** A content that cannot be read. Its message is the reason that users see: one sentence. */
export class Unreadable extends Error {}
