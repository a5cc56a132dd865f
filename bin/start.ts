// Entry point of the binary, and of `dms.js` when running from source.

// Set first, so that other users of the machine cannot read any file that the program creates.
process.umask(0o077);

const args = process.argv.slice(2);
// The rendering process must not load the modules of the service.
const program = args[0] === 'jobs' ? import('../src/cli/render-child.ts') : import('../src/cli/main.ts');
void program
  .then(({ run }) => run(args))
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
