import { hash, verify } from '@node-rs/argon2';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import { startService } from '../support/service-process.ts';
import { Line, perSecond } from './http-load.ts';
import type { Work } from './measure.ts';
import type { World } from './world.ts';

const ms = 3000;

/** Renewing a token, and signing in. */
export async function accountWorks({ pool, databaseUrl, service }: World): Promise<Work[]> {
  // Tokens that are over at once: each refresh really moves its session on.
  const shortLived = await startService(databaseUrl, {
    ACCESS_TOKEN_TTL: '1ms',
    LOG_LEVEL: 'error',
    DATABASE_POOL_SIZE: '16',
  });
  const lanes = 16;
  const lines = Array.from({ length: lanes }, () => new Line(shortLived.url));
  const body = JSON.stringify({ mobile: '13800000003', password: demoPassword });
  const tokens: string[] = [];
  for (const line of lines)
    tokens.push(JSON.parse((await line.ask('userAccount/login', '', body)).body).result.token);
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM sessions ORDER BY created_at DESC LIMIT $1',
    [lanes],
  );
  const clients = await Promise.all(lines.map(() => pool.connect()));

  const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  const stored = await hash(demoPassword, argon);
  const signers = Array.from({ length: 4 }, () => new Line(service.url));

  return [
    {
      name: 'refresh of the token, 16 sessions side by side',
      unit: 'refreshes/s',
      floorName: 'one guarded UPDATE … RETURNING through `pg`, prepared, 16 connections',
      goal: '≥ 0.40',
      floor: () =>
        perSecond(lanes, ms, async (lane) => {
          await clients[lane]?.query({
            name: 'floor-refresh',
            text: 'UPDATE sessions SET rotated_at = now(), last_refresh_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING gen',
            values: [rows[lane]?.id],
          });
        }),
      ours: () =>
        perSecond(lanes, ms, async (lane) => {
          const answer = await (lines[lane] as Line).ask(
            'userAccount/refreshToken',
            tokens[lane] as string,
            '',
          );
          tokens[lane] = JSON.parse(answer.body).result.token;
        }),
      note: () => {
        for (const client of clients) client.release();
        for (const line of lines) line.close();
        shortLived.process.kill('SIGTERM');
        return '';
      },
    },
    {
      name: 'login, 4 in flight',
      unit: 'logins/s',
      floorName: 'argon2id alone (19 MiB, t = 2), 4 in flight',
      goal: '≥ 0.85',
      floor: () =>
        perSecond(4, ms, async () => {
          await verify(stored, demoPassword);
        }),
      ours: () =>
        perSecond(4, ms, async (lane) => {
          const { body: answer } = await (signers[lane] as Line).ask(
            'userAccount/login',
            '',
            JSON.stringify({ mobile: `1380000000${[1, 2, 3, 8][lane]}`, password: demoPassword }),
          );
          if (!answer.startsWith('{"code":200')) throw new Error(answer.slice(0, 200));
        }),
      note: () => {
        for (const line of signers) line.close();
        return '';
      },
    },
  ];
}
