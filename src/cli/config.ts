import { Command } from 'commander';
import { strayVariables } from '../config/environment.ts';
import { type EffectiveValue, explainConfig } from '../config/loader.ts';
import { ConfigError, type ConfigProblem } from '../config/problem.ts';
import { type CommonFlags, outputOf, sourcesOf, subcommand } from './command.ts';
import { table } from './terminal/table.ts';

const HEADER = ['KEY', 'VALUE', 'FROM'] as const;

/** The command `dms config`. */
export function configCommand(): Command {
  return new Command('config')
    .description('show and check the configuration; does not access any data')
    .addCommand(printCommand())
    .addCommand(checkCommand());
}

function printCommand(): Command {
  return withServeFlags(
    'print',
    'print each key with its value and the source of the value, without secrets',
  ).action((flags: CommonFlags) => {
    const output = outputOf(flags);
    const values = explainConfig(sourcesOf(flags));
    for (const sentence of strayVariables()) output.note(`dms: warning: ${sentence}`);
    const json = Object.fromEntries(values.map((one) => [one.key, valueJson(one)]));
    output.result({ values: json }, table([HEADER, ...values.map(rowOf)]));
  });
}

function checkCommand(): Command {
  return withServeFlags(
    'check',
    'report all errors in the configuration; exit code 2 if there are any',
  ).action((flags: CommonFlags) => {
    const output = outputOf(flags);
    const warnings = strayVariables();
    for (const sentence of warnings) output.note(`dms: warning: ${sentence}`);
    try {
      explainConfig(sourcesOf(flags));
    } catch (error) {
      if (error instanceof ConfigError && flags.json === true)
        output.result({ valid: false, problems: error.problems.map(problemJson), warnings }, '');
      throw error;
    }
    output.result({ valid: true, problems: [], warnings }, 'the configuration is valid');
  });
}

/** Adds the flags of `dms serve`, so that the command shows the configuration that `dms serve` would use. */
function withServeFlags(name: string, description: string): Command {
  return subcommand(name, description)
    .option('--host <host>', 'as for dms serve')
    .option('--port <port>', 'as for dms serve');
}

function valueJson({ value, origin, source, line }: EffectiveValue) {
  return { value, from: origin, source: source ?? null, line: line ?? null };
}

function rowOf({ key, value, source, line }: EffectiveValue): readonly string[] {
  const place = line === undefined ? source : `${String(source)}:${String(line)}`;
  return [key, textOf(value), place ?? 'default'];
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function problemJson({ source, line, key, message }: ConfigProblem) {
  return { source, line: line ?? null, key, message };
}
