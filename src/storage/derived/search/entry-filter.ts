/** Filter by properties of entries. An entry matches if it has all given properties. */
export interface EntryFilter {
  readonly kind?: 'file' | 'folder' | undefined;
  /** Extensions without the dot; the name has one of them. */
  readonly extensions?: readonly string[] | undefined;
  /** Media types such as `image/png` or `image/*`; the document has one of them. */
  readonly mimeTypes?: readonly string[] | undefined;
  /** Last changed at this time or later, in milliseconds UTC. */
  readonly after?: number | undefined;
  /** Last changed before this time, in milliseconds UTC. */
  readonly before?: number | undefined;
  /** Minimum size of a document in bytes, exclusive. */
  readonly larger?: number | undefined;
  /** Maximum size of a document in bytes, exclusive. */
  readonly smaller?: number | undefined;
}
