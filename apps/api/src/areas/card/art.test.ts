import type { CardProductRow } from '@xyxlx/contracts/card-product';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let stranger: string;
let product: CardProductRow;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['card.view', 'card.product'];
  maker = (await operator(api, '经办人', { permissions })).token;
  stranger = (await operator(api, '外人', { permissions }, 'beichen')).token;
  const terms = {
    form: 'PHYSICAL',
    naming: 'NAMED',
    faces: [100_000],
    makingFee: 0,
    reloadable: true,
    mcc: [],
  };
  product = (await api.call('card/addProduct', { code: 'ART', name: '福利卡', ...terms }, maker)).body.result;
});
afterAll(() => api.close());

const picture = () => sharp({ create: { width: 400, height: 100, channels: 3, background: '#c33' } });
const upload = (file: Buffer, token = maker) =>
  supertest(api.url)
    .post('/xyxlx/card/uploadArt')
    .set('Authorization', token)
    .field('id', product.id)
    .attach('file', file, { filename: 'art.png', contentType: 'image/png' });
const arts = () => api.deps.database.prisma.cardArt.count({ where: { productId: product.id } });

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['GIF', () => picture().gif().toBuffer()],
  ['nothing', () => Buffer.alloc(0)],
  [
    'a png with a page behind it',
    async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from('<html>')]),
  ],
])('%s as art: 400 ∅', async (_name, make) => {
  const { status, body } = await upload(await make());
  expect({ status, msg: body.msg }).toEqual({
    status: 400,
    msg: '卡面须为完整的 png、jpeg 或 webp 图片',
  });
  expect(await arts()).toBe(0);
});

test('art over 2 MiB: 413 ∅, and the database takes none of that size', async () => {
  const { status, body } = await upload(Buffer.alloc(2 * 1024 * 1024 + 1, 1));
  expect({ status, says: body.msg.includes('2 MiB') }).toEqual({ status: 413, says: true });
  const data = new Uint8Array(2 * 1024 * 1024 + 1);
  await expect(
    api.deps.database.prisma.cardArt.create({
      data: { id: crypto.randomUUID(), tenantId, productId: product.id, data, createdAt: new Date() },
    }),
  ).rejects.toThrow(/card_arts_size/);
});

test.each(['png', 'jpeg'] as const)(
  '%s is drawn anew in the shape of a card and filled, served with nosniff and a long cache',
  async (format) => {
    const { body } = await upload(await picture().toFormat(format).withMetadata().toBuffer());
    const { artUrl } = body.result;
    expect(artUrl).toMatch(new RegExp(`^/xyxlx/cardArt/${tenantId}/[0-9a-f-]{36}\\.webp$`));
    const served = await supertest(api.url).get(artUrl).buffer().responseType('blob');
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const { width, height, exif, hasAlpha } = await sharp(served.body as Buffer).metadata();
    expect({ width, height, exif, hasAlpha }).toEqual({
      width: 684,
      height: 432,
      exif: undefined,
      hasAlpha: false,
    });
  },
);

test('another picture takes the place of the first, whose address is over', async () => {
  const file = await picture().png().toBuffer();
  const first = (await upload(file)).body.result.artUrl;
  const second = (await upload(file)).body.result.artUrl;
  expect((await supertest(api.url).get(first)).status).toBe(404);
  expect((await supertest(api.url).get(second)).status).toBe(200);
  expect(await arts()).toBe(1);
});

test('of another tenant’s product: 记录不存在; an address that was never handed out is 404', async () => {
  const file = await picture().png().toBuffer();
  expect((await upload(file, stranger)).body).toMatchObject({ code: 406, msg: '记录不存在' });
  const { artUrl } = (await upload(file)).body.result;
  for (const address of [artUrl.replace(tenantId, tenantIdOf('B')), `/xyxlx/cardArt/${tenantId}/x.webp`]) {
    expect([address, (await supertest(api.url).get(address)).status]).toEqual([address, 404]);
  }
});
