import { isSea } from 'node:sea';
import type { Command } from 'commander';
import { migrations } from '../../migrations/index.ts';
import { type CommonFlags, outputOf, subcommand } from './command.ts';
import { sqliteVersion } from './composition-root.ts';
import { VERSION } from './version.ts';

/** The command `dms version`. */
export function versionCommand(): Command {
  return subcommand('version', 'print the versions of dms and of its main components').action(
    (flags: CommonFlags) => {
      const versions = {
        version: VERSION,
        node: process.versions.node,
        platform: `${process.platform}-${process.arch}`,
        sqlite: sqliteVersion(),
        schema: migrations.at(-1)?.name ?? null,
        binary: isSea(),
      };
      const lines = Object.entries(versions).map(([name, value]) => `${name.padEnd(8)} ${String(value)}`);
      outputOf(flags).result(versions, lines.join('\n'));
    },
  );
}
