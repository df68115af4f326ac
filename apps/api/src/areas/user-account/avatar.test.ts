import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000002');
});
afterAll(() => api.close());

const picture = () => sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } });
const upload = (file: Buffer, fileName = 'me.png', contentType = 'image/png') =>
  supertest(api.url)
    .post('/xyxlx/userAccount/uploadAvatarImage')
    .set('Authorization', token)
    .attach('file', file, { filename: fileName, contentType });
const mine = async () => (await api.call('userAccount/getUser', {}, token)).body.result.avatarUrl;

describe('avatar', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    '%s is drawn anew, served with nosniff and a long cache',
    async (format) => {
      const { body } = await upload(
        await picture().toFormat(format).withMetadata().toBuffer(),
        '../../../etc/me.exe',
        'text/html',
      );
      expect(body).toMatchObject({ code: 200 });
      const { avatarUrl } = body.result;
      expect(avatarUrl).toMatch(/^\/xyxlx\/avatar\/[0-9a-f-]{36}\.webp$/);
      expect(await mine()).toBe(avatarUrl);
      const served = await supertest(api.url).get(avatarUrl).buffer().parse(bytes);
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      const { format: stored, width, height, exif } = await sharp(served.body as Buffer).metadata();
      expect({ stored, width, height, exif }).toEqual({
        stored: 'webp',
        width: 256,
        height: 256,
        exif: undefined,
      });
    },
  );

  test('a new one takes the place of the old', async () => {
    const first = (await upload(await picture().png().toBuffer())).body.result.avatarUrl;
    await upload(await picture().png().toBuffer());
    expect((await supertest(api.url).get(first)).status).toBe(404);
    expect(await api.deps.database.prisma.avatar.count()).toBe(1);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['GIF', () => picture().gif().toBuffer()],
    ['text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
    [
      'polyglot: a png with a page behind it',
      async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>alert(1)</script>')]),
    ],
    [
      'polyglot: a jpeg with an archive behind it',
      async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('PK\u0003\u0004 and so on')]),
    ],
    [
      'polyglot: a webp with a page behind it',
      async () => Buffer.concat([await picture().webp().toBuffer(), Buffer.from('<html>')]),
    ],
    [
      'polyglot: a page that begins like a jpeg',
      () =>
        Buffer.concat([
          Buffer.from([0xff, 0xd8, 0xff]),
          Buffer.from('/*<html>*/'),
          Buffer.from([0xff, 0xd9]),
        ]),
    ],
    ['a png cut off', async () => (await picture().png().toBuffer()).subarray(0, 200)],
    ['a picture of a billion pixels', () => hugePng()],
  ])('%s: 400 ∅', async (_name, make) => {
    const before = await mine();
    const { status, body } = await upload(await make());
    expect({ status, code: body.code }).toEqual({ status: 400, code: 400 });
    expect(body.msg).toBe('头像须为完整的 png、jpeg 或 webp 图片');
    expect(await mine()).toBe(before);
  });

  test('over 2 MiB: 413 ∅, saying the limit', async () => {
    const before = await mine();
    const { status, body } = await upload(Buffer.alloc(2 * 1024 * 1024 + 1, 1));
    expect({ status, code: body.code }).toEqual({ status: 413, code: 413 });
    expect(body.msg).toContain('2 MiB');
    expect(await mine()).toBe(before);
  });

  test('an address that was never handed out is 404', async () => {
    for (const name of [`${crypto.randomUUID()}.webp`, 'x.webp', '..%2f..%2fetc%2fpasswd', "'.webp"]) {
      expect((await supertest(api.url).get(`/xyxlx/avatar/${name}`)).status).toBe(404);
    }
  });
});

function bytes(response: supertest.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks)));
}

/** A small file whose header promises 40,000 × 40,000 pixels. */
function hugePng(): Buffer {
  const header = Buffer.from([0, 0, 0x9c, 0x40, 0, 0, 0x9c, 0x40, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(50_000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(name), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
