import { resolve } from 'node:path';
import type { Command } from 'commander';
import { diagnoseDirectory, type Finding } from '../../upkeep/diagnosis/diagnosis.ts';
import { type CommandContext, type CommonFlags, contextOf, subcommand } from '../command.ts';
import { beginLongWork } from '../data/long-work.ts';
import { DataDirectory } from '../process/data-directory.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError } from '../terminal/output.ts';
import { backupFindings } from './backup-findings.ts';
import { mailFinding, textRecognitionFinding } from './program-findings.ts';
import { serviceFinding } from './service-finding.ts';
import { tlsFinding } from './tls-finding.ts';

const HELP = `
Examines the data directory, its disk and database, the port, TLS, mail, backups, and programs that dms uses. Changes
nothing and sends no e-mail. Each line is ok, warning or problem, with advice. Exit code 1 if there is a problem.
Run it as the user that runs dms serve, with the same configuration. To check all data for damage, use dms check.`;

/** The command `dms doctor`. */
export function doctorCommand(): Command {
  return subcommand(
    'doctor',
    'find problems of the installation, with advice; also while dms serve is running',
  )
    .addHelpText('after', HELP)
    .action(async (flags: CommonFlags) => {
      const context = await contextOf(flags);
      beginLongWork();
      const findings = await examine(context);
      const [problems, warnings] = [countOf(findings, 'problem'), countOf(findings, 'warning')];
      const summary = `${countText(problems, 'problem')}, ${countText(warnings, 'warning')}`;
      const json = findings.map(({ advice = null, ...finding }) => ({ ...finding, advice }));
      context.output.result(
        { healthy: problems === 0, problems, warnings, findings: json },
        [...findings.map(textOf), summary].join('\n'),
      );
      if (problems > 0)
        throw new CommandError('problems were found: see the lines that begin with "problem"');
    });
}

async function examine(context: CommandContext): Promise<Finding[]> {
  const { config } = context;
  const now = Date.now();
  const { findings, backups } = await diagnoseDirectory({
    directory: resolve(config.data_dir),
    reserveBytes: config.limits.reserve_bytes,
    mayBeOnNetwork: config.network_data_dir === 'allow',
    uid: process.geteuid?.(),
    now: Date.now,
  });
  return [
    ...findings,
    await serviceFinding(config, new DataDirectory(context)),
    tlsFinding(config, now),
    await mailFinding(config),
    ...backupFindings(config, backups, now),
    await textRecognitionFinding(config),
  ];
}

function countOf(findings: readonly Finding[], wanted: Finding['state']): number {
  return findings.filter(({ state }) => state === wanted).length;
}

function textOf({ check, state, detail, advice }: Finding): string {
  const line = `${state.padEnd(7)}  ${check.padEnd(18)}  ${detail}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(29)}→ ${advice}`;
}
