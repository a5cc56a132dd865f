import { Command } from 'commander';
import { CommandError, Output } from '../terminal/output.ts';
import {
  installPlan,
  runsSystemd,
  type ServiceFlags,
  type ServicePlan,
  uninstallPlan,
} from './service-plan.ts';
import { describeStep, take } from './service-steps.ts';

interface Flags extends ServiceFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The command `dms service`. */
export function serviceCommand(): Command {
  return new Command('service')
    .description('run dms as a service of systemd, which starts it with the machine')
    .addCommand(installCommand())
    .addCommand(uninstallCommand());
}

function installCommand(): Command {
  return part('install', 'create the service, its account and its configuration, and start it; needs root')
    .option('--user <name>', 'the account of the service, created if missing (default: dms)')
    .option('--data-dir <dir>', 'the data directory (default: /var/lib/dms)')
    .option('--config <file>', 'the configuration file, created if missing (default: /etc/dms/config.yaml)')
    .action(async (flags: Flags) => {
      const plan = await installPlan(flags);
      carryOut(flags, plan, 'install', installed(plan));
    });
}

function uninstallCommand(): Command {
  return part(
    'uninstall',
    'stop and remove the service; keeps data, configuration and account; needs root',
  ).action((flags: Flags) => {
    const plan = uninstallPlan();
    carryOut(flags, plan, 'remove', kept(plan));
  });
}

function part(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--dry-run', 'only print what would be done')
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print only the result and errors')
    .allowExcessArguments(false);
}

function carryOut(flags: Flags, plan: ServicePlan, verb: string, text: string): void {
  const output = new Output({ json: flags.json === true, quiet: flags.quiet === true });
  const steps = plan.steps.map(describeStep);
  const result = { steps, user: plan.user, config: plan.configFile, data_dir: plan.dataDirectory };
  if (flags.dryRun === true) {
    output.result(result, steps.join('\n'));
    return;
  }
  if (process.geteuid?.() !== 0)
    throw new CommandError(
      `only root can ${verb} a service: run this with sudo, or with --dry-run to see what it would do`,
    );
  for (const step of plan.steps) {
    output.note(describeStep(step).replace(/:\n.*/s, ''));
    take(step);
  }
  output.result(result, text);
}

function installed({ configFile, dataDirectory, program }: Awaited<ReturnType<typeof installPlan>>): string {
  return [
    runsSystemd()
      ? 'dms.service is running, and starts with the machine. Its log: journalctl -u dms'
      : 'systemd is not running here. Once it is running: systemctl enable --now dms.service',
    `Configuration: ${configFile}; after a change: systemctl restart dms`,
    `Data: ${dataDirectory}. Next, create an administrator:`,
    `  sudo ${program.join(' ')} create-admin --config ${configFile} --login admin --name "Your name" --email you@example.org`,
  ].join('\n');
}

function kept({ user, configFile, dataDirectory }: ServicePlan): string {
  return [
    'dms.service is removed.',
    `Kept: the data in ${dataDirectory}, the configuration ${configFile}, and the account ${user}.`,
  ].join('\n');
}
