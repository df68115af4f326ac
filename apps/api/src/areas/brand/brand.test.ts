import type { BrandRow } from '@xyxlx/contracts/brand';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { merchantForm, registerMerchant } from '../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let stranger: string;
const tenantId = tenantIdOf('A');
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['brand.view', 'brand.edit', 'merchant.view', 'merchant.edit'];
  maker = (await operator(api, '运营', { permissions })).token;
  stranger = (await operator(api, '外人', { permissions }, 'beichen')).token;
});
afterAll(() => api.close());

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const form = (change: object = {}) => {
  made += 1;
  return { name: `品牌${made}号店`, category: 'MEAL', ...change };
};
const added = async (change: object = {}): Promise<BrandRow> =>
  (await call('brand/addBrand', form(change))).result;
const present = (id: string) => api.deps.database.prisma.brand.findFirstOrThrow({ where: { id } });
const listed = async (filter: object, token = maker): Promise<BrandRow[]> =>
  (await call('brand/queryBrand', { pageSize: 200, ...filter }, token)).result.list;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('brands', () => {
  test('are listed with their merchants counted, found by name, and filtered by category and state', async () => {
    const [seeded] = await listed({ keyword: '锦程' });
    expect(seeded).toMatchObject({ name: '锦程酒店', category: 'HOTEL', logoUrl: null, state: 'ENABLED' });
    const { id } = seeded as BrandRow;
    const count = await api.deps.database.prisma.merchant.count({ where: { tenantId, brandId: id } });
    expect(count).toBeGreaterThan(0);
    expect(seeded?.merchantCount).toBe(count);
    expect(idsOf(await listed({ category: ['HOTEL'] }))).toEqual([id]);
    expect(idsOf(await listed({ category: ['MEAL'] }))).not.toContain(id);
    await call('brand/disableBrand', { ids: [id] });
    expect(idsOf(await listed({ state: ['DISABLED'] }))).toEqual([id]);
    await call('brand/enableBrand', { ids: [id] });
    expect(idsOf(await listed({ state: ['DISABLED'] }))).toEqual([]);
  });

  test('a name is there once in a tenant, also of two at once and when it is edited', async () => {
    const taken = form();
    const answers = await Promise.all([1, 2, 3].map(() => call('brand/addBrand', taken)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406, 406]);
    expect(answers.find(({ code }) => code === 406).msg).toBe('品牌名称已存在');
    expect((await call('brand/addBrand', taken, stranger)).code).toBe(200);
    const { id, version, category } = await added();
    expect((await call('brand/editBrand', { id, version, category, name: taken.name })).msg).toBe(
      '品牌名称已存在',
    );
    const edited = await call('brand/editBrand', { id, version, name: '改名', category: 'OTHER' });
    expect(edited.result).toMatchObject({ name: '改名', category: 'OTHER', version: 2 });
    expect((await call('brand/editBrand', { id, version, name: '再改', category })).msg).toContain(
      '已被他人修改',
    );
  });

  test.each([
    ['no name', { name: '' }],
    ['a name of 41', { name: '名'.repeat(41) }],
    ['no category', { category: 'FOOD' }],
  ])('%s: 400 ∅', async (_name, change) => {
    const before = await api.deps.database.prisma.brand.count();
    expect((await api.call('brand/addBrand', form(change), maker)).status).toBe(400);
    expect(await api.deps.database.prisma.brand.count()).toBe(before);
  });

  test('of another tenant is 记录不存在, for reading and changing', async () => {
    const { id, version, name } = await added();
    expect(await listed({ keyword: name }, stranger)).toEqual([]);
    const merchant = await registerMerchant(api, stranger);
    for (const [path, input] of [
      ['editBrand', { id, version, name: '抢', category: 'MEAL' }],
      ['assignMerchant', { id, merchantIds: [merchant.id] }],
    ] as const) {
      expect(await call(`brand/${path}`, input, stranger)).toMatchObject({ code: 406, msg: '记录不存在' });
    }
    const disabled = await call('brand/disableBrand', { ids: [id] }, stranger);
    expect(disabled.result).toMatchObject({ done: 0, rows: [{ message: '记录不存在' }] });
    expect(await present(id)).toMatchObject({ name, state: 'ENABLED' });
  });
});

describe('a brand out of use', () => {
  test('is given to no merchant any more, and stays with those that have it', async () => {
    const { id, name } = await added();
    const has = await registerMerchant(api, maker, { brandId: id });
    expect((await call('brand/disableBrand', { ids: [id, id] })).result).toMatchObject({
      done: 1,
      failed: 0,
    });
    expect((await call('brand/disableBrand', { ids: [id] })).result.rows[0].message).toBe('品牌已是该状态');
    const words = `品牌「${name}」已停用，请选择其他品牌`;
    expect((await call('merchant/addMerchant', merchantForm({ brandId: id }))).msg).toBe(words);
    const assigned = await call('brand/assignMerchant', { id, merchantIds: [has.id] });
    expect(assigned).toMatchObject({ code: 406, msg: '品牌已停用，不能归入商户' });
    const other = await registerMerchant(api, maker);
    await expect(
      api.deps.database.prisma.merchant.updateMany({ where: { id: other.id }, data: { brandId: id } }),
    ).rejects.toThrow(/must be in use/);
    const kept = await call('merchant/editMerchant', {
      ...has.form,
      id: has.id,
      version: has.version,
      shortName: '新',
    });
    expect(kept.result).toMatchObject({ shortName: '新', brand: { id } });
    expect((await call('merchant/queryBrandOption', {})).result).toContainEqual({
      id,
      name,
      tenant: null,
      state: 'DISABLED',
    });
  });
});

describe('giving merchants a brand', () => {
  test('row by row: those that have it, are closed or another’s are refused, the others are logged with old and new', async () => {
    const brand = await added();
    const old = await added();
    const free = await registerMerchant(api, maker, { brandId: old.id });
    const has = await registerMerchant(api, maker, { brandId: brand.id });
    const closed = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { tenantId, state: 'CLOSED' },
    });
    const foreign = await registerMerchant(api, stranger);
    const merchantIds = [free.id, has.id, closed.id, foreign.id];
    const { result } = await call('brand/assignMerchant', { id: brand.id, merchantIds });
    expect(result).toMatchObject({ done: 1, failed: 3 });
    expect(result.rows.map(({ message }: { message: string }) => message)).toEqual([
      '',
      '商户已属于该品牌',
      '已注销的商户不能修改',
      '记录不存在',
    ]);
    const merchant = (id: string) => api.deps.database.prisma.merchant.findFirstOrThrow({ where: { id } });
    expect(await merchant(free.id)).toMatchObject({ brandId: brand.id, version: free.version + 1 });
    expect((await merchant(foreign.id)).brandId).toBeNull();
    expect((await merchant(closed.id)).brandId).toBe(closed.brandId);
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { targetId: free.id, action: 'assignMerchant' },
    });
    expect(log).toMatchObject({
      targetType: 'merchant',
      before: { brandId: { id: old.id, name: old.name } },
      after: { brandId: { id: brand.id, name: brand.name } },
    });
    await expectInvariants(api);
  });

  test('somebody who sees some merchants gives it to those alone', async () => {
    const { id } = await added();
    const [own, other] = [await registerMerchant(api, maker), await registerMerchant(api, maker)];
    const permissions = ['brand.view', 'brand.edit'];
    const { token } = await operator(api, '少数', {
      permissions,
      dataScope: 'MERCHANTS',
      merchantIds: [own.id],
    });
    const { result } = await call('brand/assignMerchant', { id, merchantIds: [other.id, own.id] }, token);
    expect(result.rows.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true]);
    expect((await listed({ keyword: (await present(id)).name }, token))[0]?.merchantCount).toBe(1);
  });

  test('501 at once: 400', async () => {
    const { id } = await added();
    const merchantIds = Array.from({ length: 501 }, () => crypto.randomUUID());
    expect((await api.call('brand/assignMerchant', { id, merchantIds }, maker)).status).toBe(400);
  });
});

describe('a logo', () => {
  const picture = () => sharp({ create: { width: 400, height: 100, channels: 3, background: '#c33' } });
  const upload = (id: string, file: Buffer, token = maker) =>
    supertest(api.url)
      .post('/xyxlx/brand/uploadLogo')
      .set('Authorization', token)
      .field('id', id)
      .attach('file', file, { filename: 'logo.png', contentType: 'image/png' });
  const logos = (brandId: string) => api.deps.database.prisma.brandLogo.count({ where: { brandId } });

  test.each(['png', 'jpeg', 'webp'] as const)(
    '%s is drawn anew whole, served with nosniff and a long cache',
    async (format) => {
      const { id, version } = await added();
      const { body } = await upload(id, await picture().toFormat(format).withMetadata().toBuffer());
      expect(body.result).toMatchObject({ id, version: version + 1 });
      const { logoUrl } = body.result;
      expect(logoUrl).toMatch(new RegExp(`^/xyxlx/brandLogo/${tenantId}/[0-9a-f-]{36}\\.webp$`));
      expect((await listed({ keyword: (await present(id)).name }))[0]?.logoUrl).toBe(logoUrl);
      const served = await supertest(api.url).get(logoUrl).buffer().responseType('blob');
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      const drawn = sharp(served.body as Buffer);
      const { width, height, exif } = await drawn.metadata();
      expect({ width, height, exif }).toEqual({ width: 256, height: 256, exif: undefined });
      // A wide one is not cut: what it leaves above and below is see-through.
      const pixels = await drawn.raw().toBuffer();
      expect(pixels[3]).toBe(0);
      expect(pixels[(128 * 256 + 2) * 4 + 3]).toBe(255);
    },
  );

  test('a new one takes the place of the old', async () => {
    const { id } = await added();
    const file = await picture().png().toBuffer();
    const first = (await upload(id, file)).body.result.logoUrl;
    const second = (await upload(id, file)).body.result.logoUrl;
    expect((await supertest(api.url).get(first)).status).toBe(404);
    expect((await supertest(api.url).get(second)).status).toBe(200);
    expect(await logos(id)).toBe(1);
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['GIF', () => picture().gif().toBuffer()],
    ['nothing', () => Buffer.alloc(0)],
    [
      'a png with a page behind it',
      async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from('<html>')]),
    ],
  ])('%s: 400 ∅', async (_name, make) => {
    const { id } = await added();
    const { status, body } = await upload(id, await make());
    expect({ status, msg: body.msg }).toEqual({
      status: 400,
      msg: '品牌标志须为完整的 png、jpeg 或 webp 图片',
    });
    expect(await logos(id)).toBe(0);
  });

  test('over 2 MiB: 413 ∅, and the database takes none of that size', async () => {
    const { id } = await added();
    const { status, body } = await upload(id, Buffer.alloc(2 * 1024 * 1024 + 1, 1));
    expect({ status, says: body.msg.includes('2 MiB') }).toEqual({ status: 413, says: true });
    expect(await logos(id)).toBe(0);
    const data = new Uint8Array(2 * 1024 * 1024 + 1);
    await expect(
      api.deps.database.prisma.brandLogo.create({
        data: { id: crypto.randomUUID(), tenantId, brandId: id, data },
      }),
    ).rejects.toThrow(/brand_logos_size/);
  });

  test('of another tenant’s brand: 记录不存在; an address that was never handed out is 404', async () => {
    const { id } = await added();
    const file = await picture().png().toBuffer();
    expect((await upload(id, file, stranger)).body).toMatchObject({ code: 406, msg: '记录不存在' });
    const { logoUrl } = (await upload(id, file)).body.result;
    for (const address of [
      logoUrl.replace(tenantId, tenantIdOf('B')),
      logoUrl.replace('.webp', '.png'),
      `/xyxlx/brandLogo/${tenantId}/x.webp`,
      `/xyxlx/brandLogo/..%2f..%2fetc/passwd.webp`,
    ]) {
      expect([address, (await supertest(api.url).get(address)).status]).toEqual([address, 404]);
    }
  });
});
