import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

const root = join(import.meta.dirname, '../..');

/** A process that can be killed. */
interface Worker {
  process: ChildProcess;
  /** Its exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

/** Runs a script of this folder in a process of its own. */
export function startWorker(script: string, ...given: string[]): Worker {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
  const args = ['--disable-warning=ExperimentalWarning', join('tests/support', script), ...given];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  return { process: child, ended };
}

/** A row that is about to be written: the first of its table since the work began, or the nth. */
interface Row {
  table: string;
  on?: 'INSERT' | 'UPDATE';
  n?: number;
  /** Only rows for which this holds are counted: SQL over NEW. */
  when?: string;
}

/** The advisory lock that the chosen row waits for. */
const lockNo = 150_020;

/** Starts work, kills it as it comes to a row, and sees to it that nothing of the transaction is left. */
export async function killAtRow(
  owner: { query: (text: string, values?: unknown[]) => Promise<pg.QueryResult> },
  { table, on = 'INSERT', n = 1, when = 'TRUE' }: Row,
  start: () => Worker | Promise<Worker>,
): Promise<void> {
  await owner.query(`SELECT pg_advisory_lock(${lockNo})`);
  await owner.query('CREATE SEQUENCE rows_written');
  await owner.query(`CREATE FUNCTION wait_at_row() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF nextval('rows_written') = ${n} THEN PERFORM pg_advisory_lock_shared(${lockNo}); END IF; RETURN NEW; END $$`);
  await owner.query(
    `CREATE TRIGGER wait_at_row BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION wait_at_row()`,
  );
  const worker = await start();
  const backend = await eventually(
    async () => {
      expect(worker.process.exitCode).toBeNull();
      const { rows } = await owner.query(
        // The tests beside this one have databases of their own, and show here too.
        `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objid = ${lockNo} AND NOT l.granted`,
      );
      expect(rows).toHaveLength(1);
      return rows[0].pid;
    },
    { timeout: 120_000 },
  );
  worker.process.kill('SIGKILL');
  await worker.ended;
  expect(worker.process.signalCode).toBe('SIGKILL');
  // By itself it finds at the end of its statement that there is nobody to tell, which can be a minute later.
  await owner.query('SELECT pg_terminate_backend($1)', [backend]);
  await owner.query(`SELECT pg_advisory_unlock(${lockNo})`);
  await owner.query(`DROP TRIGGER wait_at_row ON ${table}`);
  await owner.query('DROP FUNCTION wait_at_row');
  await owner.query('DROP SEQUENCE rows_written');
}
