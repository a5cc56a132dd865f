import { run } from '../support/process.ts';

/** Instructions of classic BPF, and return values of seccomp(2): linux/bpf_common.h, linux/seccomp.h. */
const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const FAIL_WITH_EPERM = 0x00050001;
/** System calls that setpriv(1) needs to switch to another user after the filter is active. */
const SETPRIV = ['setresuid', 'setresgid', 'setgroups', 'capset'];

/**
 * The system calls that a unit allows (`SystemCallFilter`), as a seccomp(2) program for this machine. All others fail
 * with EPERM. setpriv(1) may run before the program of the unit.
 * @param unit text of the unit
 */
export async function systemCallFilter(unit: string): Promise<Buffer> {
  const lines = [...unit.matchAll(/^SystemCallFilter=(~?)(@\S+)$/gm)];
  const allowed = await callsOf('@default');
  for (const [, taken, set = ''] of lines) {
    for (const call of await callsOf(set)) {
      if (taken === '') allowed.add(call);
      else allowed.delete(call);
    }
  }
  for (const call of SETPRIV) allowed.add(call);
  return program(await numbersOf(allowed));
}

/** @param set for example `@system-service`, which may include other sets */
async function callsOf(set: string): Promise<Set<string>> {
  const { stdout } = await run('systemd-analyze', ['syscall-filter', '--no-pager', set]);
  const calls = new Set<string>();
  for (const line of stdout.split('\n').slice(1)) {
    const name = line.trim();
    if (name.startsWith('@')) for (const call of await callsOf(name)) calls.add(call);
    else if (name !== '' && !name.startsWith('#')) calls.add(name);
  }
  return calls;
}

/** The numbers of the calls that this processor supports. */
async function numbersOf(calls: ReadonlySet<string>): Promise<number[]> {
  const numbers: number[] = [];
  for (const call of calls) {
    const { code, stdout } = await run('scmp_sys_resolver', [call]);
    if (code === 0 && Number(stdout) >= 0) numbers.push(Number(stdout));
  }
  return numbers;
}

function program(allowed: readonly number[]): Buffer {
  const instructions = [
    // The call number is the first field of seccomp's data.
    instruction(LOAD_WORD, 0),
    ...allowed.flatMap((number) => [
      instruction(JUMP_IF_EQUAL, number, { otherwiseSkip: 1 }),
      instruction(RETURN, ALLOW),
    ]),
    instruction(RETURN, FAIL_WITH_EPERM),
  ];
  return Buffer.concat(instructions);
}

/** `struct sock_filter` */
function instruction(code: number, value: number, { otherwiseSkip = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(otherwiseSkip, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
