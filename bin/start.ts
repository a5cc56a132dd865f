// What the binary starts, and dms.js from the sources.

// First of all: nothing that the program creates is for other users of the machine.
process.umask(0o077);

const args = process.argv.slice(2);
// The child process that reads contents must not load what the service needs.
const program = args[0] === 'jobs' ? import('../src/cli/jobs.ts') : import('../src/cli/main.ts');
void program
  .then(({ run }) => run(args))
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
