import type { Command, Option } from 'commander';

/** Kind of a value of an option or an argument, for shell completion. */
export type ValueKind = 'file' | 'directory' | 'other';

/** An option of a command. */
export interface OptionDescription {
  /** With its dashes, for example `--config`. */
  readonly name: string;
  /** As shown in the help, for example `--config <file>`. */
  readonly flags: string;
  readonly description: string;
  /** Undefined for a flag without a value. */
  readonly value: ValueKind | undefined;
}

/** A command, with everything that its help shows. */
export interface CommandDescription {
  /** Words after `dms`, for example `['user', 'list']`; empty for `dms` itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionDescription[];
  /** As shown in the help, for example `<dir>` or `[src]`. */
  readonly args: readonly { readonly text: string; readonly value: ValueKind }[];
  readonly subcommands: readonly { readonly name: string; readonly description: string }[];
}

const KINDS: ReadonlyMap<string, ValueKind> = new Map([
  ['file', 'file'],
  ['dir', 'directory'],
  ['dest', 'directory'],
  ['src', 'directory'],
]);

/** A command and all its subcommands, in the order of the help: the command first. */
export function describeCommands(
  command: Command,
  path: readonly string[] = [],
): readonly CommandDescription[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const described: CommandDescription = {
    path,
    description: command.description(),
    options: help.visibleOptions(command).map(describeOption),
    args: command.registeredArguments.map((argument) => {
      const name = argument.name();
      const dots = argument.variadic ? '...' : '';
      return { text: argument.required ? `<${name}${dots}>` : `[${name}${dots}]`, value: kindOf(name) };
    }),
    subcommands: subcommands.map((one) => ({ name: one.name(), description: one.description() })),
  };
  const own = new Set(command.commands);
  const children = subcommands.filter((one) => own.has(one));
  return [described, ...children.flatMap((one) => describeCommands(one, [...path, one.name()]))];
}

function describeOption({ flags, long, short, description, required, optional }: Option): OptionDescription {
  const [, placeholder = ''] = /[<[]([\w-]+)/.exec(flags) ?? [];
  return {
    name: long ?? short ?? flags,
    flags,
    description,
    value: required || optional ? kindOf(placeholder) : undefined,
  };
}

function kindOf(placeholder: string): ValueKind {
  return KINDS.get(placeholder) ?? 'other';
}
