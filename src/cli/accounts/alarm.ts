import { Command } from 'commander';
import type { Dms } from '../../core/dms.ts';
import { type Incident, undoTimeOf } from '../../model/people/incident.ts';
import { printable } from '../../model/text/printable.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withDatabase } from '../command.ts';
import { everyPage } from '../every-page.ts';
import { CommandError } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';

interface ListFlags extends CommonFlags {
  readonly all?: boolean;
}

/** The command `dms alarm`. */
export function alarmCommand(): Command {
  return new Command('alarm')
    .description('list and lift incidents: users who changed many documents as ransomware does')
    .addCommand(listCommand())
    .addCommand(liftCommand());
}

function listCommand(): Command {
  return subcommand('list', 'list the open incidents')
    .option('--all', 'also list incidents that were lifted')
    .action(async (flags: ListFlags) => {
      const context = await contextOf(flags);
      const onlyOpen = flags.all !== true;
      const incidents = await withDatabase(context, ({ dms }) =>
        Promise.resolve(everyPage((page) => dms.incidents.list(OPERATOR, onlyOpen, page))),
      );
      const none = onlyOpen ? 'there are no open incidents' : 'there are no incidents';
      const text = incidents.length === 0 ? none : table([HEADER, ...incidents.map(rowOf)]);
      context.output.result({ incidents: incidents.map(incidentJson) }, text);
    });
}

function liftCommand(): Command {
  return subcommand(
    'lift',
    'lift an incident: the user may make changes again; also while dms serve is running',
  )
    .argument('<login-or-id>', 'login name of the user, or id of the incident')
    .action(async (target: string, flags: CommonFlags) => {
      const context = await contextOf(flags);
      const lifted = await withDatabase(context, ({ dms }) => lift(dms, target));
      const text = printable(`lifted incident ${String(lifted.id)} of ${lifted.login}`);
      context.output.result(incidentJson(lifted), text);
    });
}

/** A login can consist of digits: it is tried first. */
async function lift(dms: Dms, target: string): Promise<Incident> {
  const open = dms.incidents.findOpen(OPERATOR, target);
  if (open) return dms.incidents.lift(OPERATOR, open.id);
  if (!/^\d{1,15}$/.test(target)) throw new CommandError(`"${target}" has no open incident`);
  return dms.incidents.lift(OPERATOR, Number(target));
}

const HEADER = ['ID', 'LOGIN', 'KIND', 'DOCUMENTS', 'SINCE', 'ACTION', 'TOKEN', 'ADDRESS', 'LIFTED'];

function rowOf(incident: Incident): string[] {
  const { id, login, kind, documents, begunAt, action, token, ip, liftedAt } = incident;
  return [
    ...[String(id), login, kind, String(documents), timeText(begunAt), action],
    ...[token ?? '-', ip ?? '-', liftedAt === null ? '-' : timeText(liftedAt)],
  ];
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}

function incidentJson(incident: Incident) {
  const { id, userId, login, kind, action, begunAt, detectedAt, documents, liftedAt, liftedBy } = incident;
  return {
    id,
    user: { id: userId, login, name: incident.userName },
    kind,
    action,
    begun_at: timeText(begunAt),
    undo_since: timeText(undoTimeOf({ begunAt })),
    detected_at: timeText(detectedAt),
    documents,
    examples: incident.examples,
    token: incident.token,
    ip: incident.ip,
    lifted_at: liftedAt === null ? null : timeText(liftedAt),
    lifted_by: liftedBy,
  };
}
