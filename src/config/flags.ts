import type { Given, SourceReading } from './source.ts';

const keyOfFlag = { '--data-dir': 'data_dir', '--host': 'server.host', '--port': 'server.port' } as const;

/** The flags of the command line that set a key of the configuration, as text; undefined where not given. */
export type ConfigFlags = { readonly [Flag in keyof typeof keyOfFlag]?: string | undefined };

/** Reads the flags. Whether their values are right is found when they are checked with all others. */
export function readFlags(flags: ConfigFlags): SourceReading {
  const values = new Map<string, Given>();
  for (const flag of ['--data-dir', '--host', '--port'] as const) {
    const value = flags[flag];
    if (value !== undefined) values.set(keyOfFlag[flag], { value, source: flag });
  }
  return { values, problems: [] };
}
