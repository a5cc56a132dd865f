import type { Mount } from './paths.ts';
import type { Extension, Method } from './request-context.ts';

/** An address at which clients reach the drive, or a folder beside it. */
export interface DriveAddress {
  readonly mount: Mount;
  /** Login name in the address: it is the address of this user only. */
  readonly login?: string;
  readonly extension?: Extension;
  /** Methods by name; by default those of the drive. */
  readonly methods?: Readonly<Record<string, Method>>;
}
