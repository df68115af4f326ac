import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { embeddedHome, startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from './run.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-reset-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function reset(): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/reset.ts'],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: dataDir },
      encoding: 'utf8',
    },
  );
  return { status, said: stdout + stderr };
}

it('reset throws the data of the embedded database away and nothing else, but never under a running service', async () => {
  writeFileSync(join(dataDir, 'kept'), 'x');
  const tables = async (url: string) => {
    const client = await connect(url);
    await client.query('CREATE TABLE IF NOT EXISTS mine (n int)');
    const { rows } = await client.query('SELECT count(*)::int AS count FROM mine');
    await client.query('INSERT INTO mine VALUES (1)');
    await client.end();
    return rows[0].count as number;
  };
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  expect(await tables(database.url)).toBe(0);
  const refused = reset();
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('The service is running') });
  expect(await tables(database.url)).toBe(1);
  await database.stop();

  expect(reset()).toMatchObject({ status: 0, said: expect.stringContaining('The data is gone') });
  expect(existsSync(embeddedHome(dataDir))).toBe(false);
  expect(readdirSync(dataDir)).toContain('kept');
  expect(reset()).toMatchObject({ status: 0, said: expect.stringContaining('There is no data yet') });
}, 60_000);
