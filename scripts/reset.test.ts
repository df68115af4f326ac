import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { embeddedHome, startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePublishedHeads } from '../apps/api/src/platform/log-chain/published-heads.ts';
import { makeDataKeys } from '../apps/api/src/platform/security/data-keys.ts';
import { readSettings } from '../apps/api/src/platform/settings/settings.ts';
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
  const tenantId = randomUUID();
  const heads = () =>
    makePublishedHeads(
      readSettings({ DATA_DIR: dataDir }),
      makeDataKeys(readSettings({ DATA_DIR: dataDir }).dataKeys),
      {
        info: () => undefined,
      },
    );
  const lastHead = async () => {
    const read = heads();
    await read.refresh();
    return read.endOf(tenantId)?.seq;
  };
  await heads().publish([{ chain: 'a', tenantId, seq: 7, hash: 'x' }]);
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
  expect(await lastHead()).toBe(7);

  expect(reset()).toMatchObject({ status: 0, said: expect.stringContaining('The data is gone') });
  expect(existsSync(embeddedHome(dataDir))).toBe(false);
  expect(readdirSync(dataDir)).toContain('kept');
  expect(await lastHead(), 'the old chains of the operation log have ended').toBeUndefined();
  expect(reset()).toMatchObject({ status: 0, said: expect.stringContaining('There is no data yet') });
}, 60_000);
