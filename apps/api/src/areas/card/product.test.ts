import type { CardProductRow } from '@xyxlx/contracts/card-product';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let checker: string;
let stranger: string;
const tenantId = tenantIdOf('A');
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['card.view', 'card.product', 'card.approve'];
  maker = (await operator(api, '经办人', { permissions })).token;
  checker = (await operator(api, '复核人', { permissions })).token;
  stranger = (await operator(api, '外人', { permissions }, 'beichen')).token;
});
afterAll(() => api.close());

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const named = {
  form: 'PHYSICAL',
  naming: 'NAMED',
  faces: [300_000, 100_000, 300_000],
  makingFee: 500,
  reloadable: true,
  mcc: ['5812', '5411'],
};
const anonymous = { ...named, naming: 'ANONYMOUS', faces: [50_000], months: 36 };
const form = (change: object = {}) => {
  made += 1;
  return { code: `CP${made}`, name: `产品${made}`, ...named, ...change };
};
const added = async (change: object = {}): Promise<CardProductRow> => {
  const { code, msg, result } = await call('card/addProduct', form(change));
  expect({ code, msg }).toMatchObject({ code: 200 });
  return result;
};
const present = async (id: string): Promise<CardProductRow> => (await call('card/getProduct', { id })).result;
const submit = ({ id, version }: CardProductRow) => call('card/submitProduct', { id, version });
const decide = async (word: 'approve' | 'reject', approvalId: string, token = checker) =>
  call(`approval/${word}`, { id: approvalId, ...(word === 'reject' && { reason: '面值太高' }) }, token);
/** A product that is sold. */
async function sold(change: object = {}): Promise<CardProductRow> {
  const row = await added(change);
  const { approvalId } = (await submit(row)).result;
  expect((await decide('approve', approvalId)).code).toBe(200);
  return present(row.id);
}
const edited = (row: CardProductRow, change: object, token = maker) => {
  const { id, version, name, form: kind, naming, faces, makingFee, reloadable, mcc, months } = row;
  const terms = {
    name,
    form: kind,
    naming,
    faces,
    makingFee,
    reloadable,
    mcc,
    ...(months !== null && { months }),
  };
  return call('card/editProduct', { id, version, ...terms, ...change }, token);
};

describe('a draft', () => {
  test('keeps each face value and category once, in order, and is changed at once', async () => {
    const row = await added();
    expect(row).toMatchObject({
      state: 'DRAFT',
      faces: [100_000, 300_000],
      mcc: ['5411', '5812'],
      months: null,
    });
    const { result } = await edited(row, { faces: [200_000] });
    expect(result).toMatchObject({ state: 'DRAFT', faces: [200_000], approvalId: null });
  });

  test('has a code that no other has, also of three at once', async () => {
    const taken = form();
    const answers = await Promise.all([1, 2, 3].map(() => call('card/addProduct', taken)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406, 406]);
    expect(answers.find(({ code }) => code === 406).msg).toBe('产品编码已存在');
    expect((await call('card/addProduct', taken, stranger)).code).toBe(200);
  });

  test.each([
    ['two letters as code', { code: 'AB' }],
    ['a code with small letters', { code: 'card' }],
    ['no face value', { faces: [] }],
    ['21 face values', { faces: Array.from({ length: 21 }, (_, n) => 100 + n) }],
    ['a face value of 0', { faces: [0] }],
    ['half a fen', { faces: [100.5] }],
    ['both a list and a range', { faceMin: 100, faceMax: 200 }],
    ['neither list nor range', { faces: undefined }],
    ['a range that ends before it begins', { faces: undefined, faceMin: 200, faceMax: 100 }],
    ['a making fee over 1,000 yuan', { makingFee: 100_001 }],
    ['a category of three digits', { mcc: ['541'] }],
    ['101 categories', { mcc: Array.from({ length: 101 }, (_, n) => String(5000 + n)) }],
    ['a CVV', { cvv: '123' }],
  ])('with %s: 400 ∅', async (_name, change) => {
    const before = await api.deps.database.prisma.cardProduct.count();
    expect((await api.call('card/addProduct', form(change), maker)).status).toBe(400);
    expect(await api.deps.database.prisma.cardProduct.count()).toBe(before);
  });

  test.each([
    ['anonymous over 1,000 yuan', { ...anonymous, faces: [100_001] }, '不记名卡面值不得超过 1,000.00 元'],
    ['anonymous for 35 months', { ...anonymous, months: 35 }, '不记名卡有效期不得少于 36 个月'],
    ['anonymous without an end', { ...anonymous, months: undefined }, '不记名卡有效期不得少于 36 个月'],
    ['named with an end', { months: 36 }, '记名卡不得设有效期'],
    ['named over 5,000 yuan', { faces: [500_001] }, '记名卡面值不得超过 5,000.00 元'],
    [
      'a range up to more than 5,000 yuan',
      { faces: undefined, faceMin: 1, faceMax: 500_001 },
      '记名卡面值不得超过 5,000.00 元',
    ],
  ])('that is %s is refused by the policy', async (_name, change, msg) => {
    expect(await call('card/addProduct', form(change))).toMatchObject({ code: 406, msg });
  });

  test.each([
    ['anonymous of 1,000 yuan for 36 months', { ...anonymous, faces: [100_000] }],
    ['named of 5,000 yuan', { faces: [500_000] }],
  ])('that is %s is within the policy', async (_name, change) => {
    expect((await call('card/addProduct', form(change))).code).toBe(200);
  });
});

describe('a product is sold', () => {
  test('once somebody else has approved all of its terms', async () => {
    const row = await added();
    const { result } = await submit(row);
    expect(result.state).toBe('SUBMITTED');
    expect((await submit(result)).code).toBe(406);
    expect((await decide('approve', result.approvalId, maker)).code).toBe(406);
    expect((await present(row.id)).state).toBe('SUBMITTED');
    expect((await decide('approve', result.approvalId)).code).toBe(200);
    expect(await present(row.id)).toMatchObject({ state: 'ENABLED', faces: [100_000, 300_000] });
  });

  test('not when it is sent back, after which it can be handed in anew', async () => {
    const row = await added();
    const { result } = await submit(row);
    expect((await decide('reject', result.approvalId)).code).toBe(200);
    const back = await present(row.id);
    expect(back.state).toBe('DRAFT');
    expect((await submit(back)).result.state).toBe('SUBMITTED');
  });

  test('no more once it is disabled, and again without another word', async () => {
    const row = await sold();
    const off = (await call('card/disableProduct', { id: row.id, version: row.version, reason: '停售' }))
      .result;
    expect(off.state).toBe('DISABLED');
    const on = await call('card/enableProduct', { id: off.id, version: off.version, reason: '恢复' });
    expect(on.result.state).toBe('ENABLED');
  });

  test('with its present terms until somebody else has approved others', async () => {
    const row = await sold();
    const { result } = await edited(row, { makingFee: 800, faces: [100_000], reason: '成本上涨' });
    expect(result).toMatchObject({ makingFee: 500, faces: [100_000, 300_000], state: 'ENABLED' });
    expect((await edited(await present(row.id), { makingFee: 900 })).msg).toContain('审批');
    const waiting = await call(
      'approval/getSubjectApproval',
      { subjectType: 'cardProduct', subjectId: row.id },
      checker,
    );
    expect(waiting.result.changes).toEqual([
      {
        field: 'faces',
        label: { zh: '面值', en: 'Face values' },
        before: '1,000.00 元、3,000.00 元',
        after: '1,000.00 元',
      },
      {
        field: 'makingFee',
        label: { zh: '工本费', en: 'Making fee' },
        before: '5.00 元',
        after: '8.00 元',
      },
    ]);
    expect((await decide('approve', result.approvalId)).code).toBe(200);
    expect(await present(row.id)).toMatchObject({ makingFee: 800, faces: [100_000] });
  });

  test('as the form and with the naming that was approved', async () => {
    const row = await sold();
    expect((await edited(row, { form: 'VIRTUAL' })).msg).toBe(
      '已审核的产品不能变更形态与记名方式，请另建产品',
    );
  });
});

describe('whoever', () => {
  test('belongs to another tenant is told 记录不存在', async () => {
    const { id, version } = await added();
    for (const [path, input] of [
      ['getProduct', { id }],
      ['submitProduct', { id, version }],
      ['disableProduct', { id, version, reason: '停' }],
    ] as const) {
      expect(await call(`card/${path}`, input, stranger)).toMatchObject({ code: 406, msg: '记录不存在' });
    }
    expect(
      (await call('card/queryProduct', {}, stranger)).result.list.map((row: CardProductRow) => row.id),
    ).not.toContain(id);
  });

  test('has an older version is told so', async () => {
    const row = await added();
    expect((await edited(row, { name: '新名' })).code).toBe(200);
    expect((await edited(row, { name: '旧的' })).msg).toContain('已被他人修改');
  });

  test('looks for a product finds it by code and name, and by form, naming and state', async () => {
    const row = await added({ ...anonymous, form: 'VIRTUAL' });
    const found = async (filter: object) =>
      (await call('card/queryProduct', { pageSize: 200, ...filter })).result.list.map(
        ({ id }: CardProductRow) => id,
      );
    expect(await found({ keyword: row.code })).toContain(row.id);
    expect(await found({ keyword: row.name })).toContain(row.id);
    expect(await found({ form: ['VIRTUAL'], naming: ['ANONYMOUS'], state: ['DRAFT'] })).toContain(row.id);
    expect(await found({ form: ['PHYSICAL'] })).not.toContain(row.id);
    expect(await found({ naming: ['NAMED'] })).not.toContain(row.id);
    expect(await found({ state: ['ENABLED'] })).not.toContain(row.id);
  });
});

test('the database refuses terms that nobody approved, and a product that begins as sold', async () => {
  const row = await sold();
  const { prisma } = api.deps.database;
  const where = { tenantId_id: { tenantId, id: row.id } };
  await expect(prisma.cardProduct.update({ where, data: { makingFee: 1n } })).rejects.toThrow(
    /only as approved/,
  );
  const draft = await added();
  const draftWhere = { tenantId_id: { tenantId, id: draft.id } };
  await expect(prisma.cardProduct.update({ where: draftWhere, data: { state: 'ENABLED' } })).rejects.toThrow(
    /refuse_other_product_way/,
  );
  await prisma.cardProduct.update({ where: draftWhere, data: { state: 'SUBMITTED' } });
  await expect(prisma.cardProduct.update({ where: draftWhere, data: { state: 'ENABLED' } })).rejects.toThrow(
    /only as approved/,
  );
  await expect(
    prisma.cardProduct.create({
      data: {
        ...{ tenantId, code: 'SOLD', name: '已售', form: 'PHYSICAL', naming: 'NAMED', faces: [1n] },
        ...{ makingFee: 0n, reloadable: true, state: 'ENABLED' },
      },
    }),
  ).rejects.toThrow(/refuse_finished_product/);
});
