import type { GivenValue, SourceReading } from './source.ts';

const keyOfFlag = {
  '--data-dir': 'data_dir',
  '--host': 'server.host',
  '--keep': 'backup.keep',
  '--port': 'server.port',
} as const;

/** Command line flags that set a configuration key. A value is text, or undefined if the flag is missing. */
export type ConfigFlags = { readonly [Flag in keyof typeof keyOfFlag]?: string | undefined };

/**
 * Reads the values of the flags without checking them. The loader checks them together with the values of other
 * sources.
 */
export function readFlags(flags: ConfigFlags): SourceReading {
  const values = new Map<string, GivenValue>();
  for (const flag of ['--data-dir', '--host', '--keep', '--port'] as const) {
    const value = flags[flag];
    if (value !== undefined) values.set(keyOfFlag[flag], { value, source: flag });
  }
  return { values, problems: [] };
}
