import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const upload = (content: string | Buffer, note = '') =>
  supertest(api.url)
    .post('/xyxlx/errorReport/uploadErrorReport')
    .field('serial', 'SN-1')
    .field('note', note)
    .attach('file', Buffer.from(content), 'error.log');

describe('error-log upload', () => {
  test('answers a ticket and keeps the text as it is', async () => {
    const { body } = await upload('第一行\n<script>alert(1)</script>', '打不开');
    expect(body.result.ticket).toMatch(/^E\d{8}-\d{8}$/);
    const row = await api.deps.database.prisma.errorReport.findUniqueOrThrow({
      where: { ticket: body.result.ticket },
    });
    expect(row).toMatchObject({
      serial: 'SN-1',
      note: '打不开',
      content: '第一行\n<script>alert(1)</script>',
    });
  });

  test('takes 256 KiB of text and no byte more', async () => {
    expect((await upload('a'.repeat(256 * 1024))).body.code).toBe(200);
    const tooLarge = await upload('a'.repeat(256 * 1024 + 1));
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.body.msg).toContain('256 KiB');
  });

  test('refuses what is not text', async () => {
    const { status, body } = await upload(Buffer.from([0xff, 0xfe, 0x00, 0x41]));
    expect(status).toBe(400);
    expect(body.result.issues[0].path).toBe('file');
  });

  test('a ticket carries its day in Asia/Shanghai', async () => {
    // 01:00 there is still the day before in UTC.
    const night = new Date(api.clock.now()).setUTCHours(24 + 17, 0, 0, 0);
    api.clock.advance(night - api.clock.now().getTime());
    const { body } = await upload('夜里');
    expect(body.result.ticket).toContain(`E${shanghaiDay(api.clock.now()).replaceAll('-', '')}-`);
  });

  test('200 a day per address, and a quota for all of them', async () => {
    const { prisma } = api.deps.database;
    const endsAt = new Date(api.clock.now().getTime() + 60_000);
    for (const [key, count] of [
      ['error-report:127.0.0.1/86400', 200],
      ['error-report/86400', 20_000],
    ] as const) {
      const oneLeft = { endsAt, count: count - 1 };
      await prisma.rateWindow.upsert({ where: { key }, create: { key, ...oneLeft }, update: oneLeft });
      expect((await upload('一行')).status).toBe(200);
      expect((await upload('一行')).status).toBe(429);
      await prisma.rateWindow.delete({ where: { key } });
    }
  });

  test('10 a minute per address, then 429 with Retry-After', async () => {
    api.clock.advance(120_000);
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await upload('log'));
    expect(answers.slice(0, 10).every(({ body }) => body.code === 200)).toBe(true);
    expect(answers[10]?.status).toBe(429);
    expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
