import { Argument, Command } from 'commander';
import { describeCommands } from '../command-descriptions.ts';
import { completionScript, SHELLS, type Shell } from './completion-scripts.ts';

const HELP = `
  bash  source <(dms completion bash)                                  in ~/.bashrc
  zsh   source <(dms completion zsh)                                   in ~/.zshrc, after compinit
  fish  dms completion fish > ~/.config/fish/completions/dms.fish`;

/**
 * The command `dms completion`.
 * @param loadProgram creates the complete command line
 */
export function completionCommand(loadProgram: () => Promise<Command>): Command {
  return new Command('completion')
    .description('print a shell script that completes the commands and options of dms')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .allowExcessArguments(false)
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(shell, describeCommands(await loadProgram())));
    });
}
