import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import { jwtSecret } from '../support/service-process.ts';
import { Line, perSecond } from './http-load.ts';
import type { Work } from './measure.ts';
import { isInstalled, pgbench } from './pgbench.ts';
import type { World } from './world.ts';

const ms = 3000;
const lanes = 16;

/** Renewing a token, and signing in. */
export function accountWorks(world: World): Work[] {
  const withPgbench = isInstalled('pgbench');
  return [
    {
      name: 'refresh of the token, 16 sessions side by side',
      unit: 'refreshes/s',
      floorName: `one guarded UPDATE … RETURNING through ${withPgbench ? 'pgbench' : '`pg`'}, prepared, 16 connections`,
      goal: '≥ 0.40',
      open: async () => {
        const lines = Array.from({ length: lanes }, () => new Line(world.service.url));
        const signIn = JSON.stringify({ mobile: '13800000003', password: demoPassword });
        const tokens: string[] = [];
        for (const line of lines) tokens.push(await tokenOf(line.ask('userAccount/login', '', signIn)));
        const statements = tokens.map(
          (token) =>
            `UPDATE sessions SET rotated_at = now(), last_refresh_at = now() WHERE id = '${sessionIn(token)}' AND revoked_at IS NULL RETURNING gen`,
        );
        const clients = withPgbench ? [] : await Promise.all(lines.map(() => world.pool.connect()));
        return {
          floor: () =>
            withPgbench
              ? pgbench(world.databaseUrl, statements, { connections: lanes, ms })
              : perSecond(lanes, ms, async (lane) => {
                  await clients[lane]?.query({ name: 'floor-refresh', text: statements[lane] as string });
                }),
          ours: () =>
            perSecond(lanes, ms, async (lane) => {
              const line = lines[lane] as Line;
              const token = expired(tokens[lane] as string);
              tokens[lane] = await tokenOf(line.ask('userAccount/refreshToken', token, ''));
              if (tokens[lane] === token) throw new Error('The session did not move on');
            }),
          close: () => {
            for (const client of clients) client.release();
            for (const line of lines) line.close();
          },
        };
      },
    },
    {
      name: 'login, 4 in flight',
      unit: 'logins/s',
      floorName: 'argon2id alone (19 MiB, t = 2), 4 in flight',
      goal: '≥ 0.85',
      open: async () => {
        const stored = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
        const lines = Array.from({ length: 4 }, () => new Line(world.service.url));
        return {
          floor: () =>
            perSecond(4, ms, async () => {
              await verify(stored, demoPassword);
            }),
          ours: () =>
            perSecond(4, ms, async (lane) => {
              const mobile = `1380000000${[1, 2, 3, 8][lane]}`;
              const body = JSON.stringify({ mobile, password: demoPassword });
              await tokenOf((lines[lane] as Line).ask('userAccount/login', '', body));
            }),
          close: () => {
            for (const line of lines) line.close();
          },
        };
      },
    },
  ];
}

async function tokenOf(answer: ReturnType<Line['ask']>): Promise<string> {
  const { body } = await answer;
  const { token } = JSON.parse(body).result ?? {};
  if (!token) throw new Error(body.slice(0, 200));
  return token;
}

function sessionIn(token: string): string {
  return claimsOf(token).sid;
}

function claimsOf(token: string): { sid: string; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
}

/** The token as it is when its time is up: a live one would get itself back, and nothing would be measured. */
function expired(token: string): string {
  const claims = Buffer.from(JSON.stringify({ ...claimsOf(token), exp: 1 })).toString('base64url');
  const text = `${token.split('.')[0]}.${claims}`;
  return `${text}.${createHmac('sha256', jwtSecret).update(text).digest('base64url')}`;
}
