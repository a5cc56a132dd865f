/** Properties of entries. An entry matches if it has all the properties that are given. */
export interface EntryFilter {
  readonly kind?: 'file' | 'folder' | undefined;
  /** The name has one of these extensions, which are given without the dot. */
  readonly extensions?: readonly string[] | undefined;
  /** The media type is one of these: `image/png` or `image/*`. */
  readonly mimeTypes?: readonly string[] | undefined;
  /** Last changed at this time or later, in milliseconds UTC. */
  readonly after?: number | undefined;
  /** Last changed before this time, in milliseconds UTC. */
  readonly before?: number | undefined;
  /** A document of more than this many bytes. */
  readonly larger?: number | undefined;
  /** A document of fewer than this many bytes. */
  readonly smaller?: number | undefined;
}
