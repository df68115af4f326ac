import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBookDesk } from '../../../../../tests/support/book-desk.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { openPlanDesk } from '../../../../../tests/support/plan-desk.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';

const permissions = [
  ...[
    'rule.view',
    'rule.edit',
    'rule.approve',
    'creditlimit.view',
    'creditlimit.issue',
    'creditlimit.approve',
  ],
  ...['card.view', 'card.product', 'card.approve', 'company.view', 'company.edit', 'company.approve'],
  ...[
    'voucher.view',
    'voucher.edit',
    'voucher.approve',
    'voucher.post',
    'compliance.view',
    'compliance.settings',
  ],
];
const notTheMaker = { code: 406, msg: '经办人不能审批自己提交的事项' };
const tenantId = tenantIdOf('A');

let api: TestApi;
/** Who wrote it first, who changes and hands it in, and somebody else; each may do all of it. */
let writer: string;
let editor: string;
let other: string;
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  [writer, editor, other] = await threeOf('huadong');
});
afterAll(() => api.close());

async function threeOf(tenantCode: string): Promise<[string, string, string]> {
  const [a, b, c] = await Promise.all(
    ['甲', '乙', '丙'].map((name) => operator(api, name, { permissions }, tenantCode)),
  );
  return [a?.token ?? '', b?.token ?? '', c?.token ?? ''];
}

const call = async (path: string, input: object, token: string) =>
  (await api.call(path, input, token, { 'Idempotency-Key': crypto.randomUUID() })).body;
async function done(path: string, input: object, token: string) {
  const body = await call(path, input, token);
  expect(body, path).toMatchObject({ code: 200 });
  return body.result;
}

interface Kind {
  subjectType: string;
  add(token: string): Promise<{ id: string; version: number }>;
  edit(thing: { id: string; version: number }, token: string): Promise<{ id: string; version: number }>;
  submit(thing: { id: string; version: number }, token: string): Promise<unknown>;
}

let made = 0;
const name = () => {
  made += 1;
  return `草稿${made}`;
};
const terms = {
  ...{ categories: [], priority: 1, excess: 'SPLIT', validFrom: '2026-01-01', validTo: null },
  scopes: [{ kind: 'LABEL', value: '无人' }],
  rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1 }] }],
};
const company = { parentId: null, contactName: null, address: null };
const newCreditCode = () => {
  made += 1;
  const first = `91310115MA1K${10_000 + made}`;
  return first + creditCodeCheck(first);
};
const product = {
  ...{ form: 'PHYSICAL', naming: 'NAMED', faces: [100_000], makingFee: 0, reloadable: true, mcc: [] },
};
let planForm: (more?: object) => object;

const kinds: Kind[] = [
  {
    subjectType: 'institutionVersion',
    add: (token) => done('rule/addInstitution', { name: name(), ...terms }, token),
    edit: ({ id, version }, token) =>
      done('rule/editInstitution', { id, version, name: name(), ...terms, priority: 2 }, token),
    submit: ({ id, version }, token) =>
      done('rule/submitInstitution', { id, version, reason: '需要' }, token),
  },
  {
    subjectType: 'issuePlan',
    add: async (token) => {
      planForm ??= (await openPlanDesk(api)).form;
      return done('autoIssue/addPlan', planForm({ name: name() }), token);
    },
    edit: ({ id, version }, token) => {
      const { merchantId: _, ...form } = planForm({ name: name() }) as { merchantId: string };
      return done('autoIssue/editPlan', { id, version, ...form }, token);
    },
    submit: ({ id, version }, token) => done('autoIssue/submitPlan', { id, version, reason: '需要' }, token),
  },
  {
    subjectType: 'cardProduct',
    add: (token) => {
      made += 1;
      return done('card/addProduct', { code: `DM${made}`, name: name(), ...product }, token);
    },
    edit: ({ id, version }, token) =>
      done('card/editProduct', { id, version, name: name(), ...product }, token),
    submit: ({ id, version }, token) => done('card/submitProduct', { id, version }, token),
  },
  {
    subjectType: 'companyCertification',
    add: (token) =>
      done('company/addCompany', { name: name(), creditCode: newCreditCode(), ...company }, token),
    edit: ({ id, version }, token) =>
      done(
        'company/editCompany',
        { id, version, name: name(), creditCode: newCreditCode(), ...company },
        token,
      ),
    submit: ({ id, version }, token) => done('company/submitCertification', { id, version }, token),
  },
];

/** Two write and one of them hands in: neither approves, somebody else does. */
async function expectOthersAlone(kind: Kind, [first, second, third]: readonly string[]): Promise<string> {
  const thing = await kind.add(String(first));
  await kind.submit(await kind.edit(thing, String(second)), String(second));
  const of = { subjectType: kind.subjectType, subjectId: thing.id };
  const seen = await done('approval/getSubjectApproval', of, String(first));
  expect(seen).toMatchObject({ canDecide: false });
  for (const token of [first, second])
    expect(await call('approval/approve', { id: seen.id }, String(token))).toMatchObject(notTheMaker);
  expect(await call('approval/approve', { id: seen.id }, String(third))).toMatchObject({ code: 200 });
  return thing.id;
}

test.each(kinds)('$subjectType: neither who wrote it nor who changed it checks it', async (kind) => {
  const id = await expectOthersAlone(kind, [writer, editor, other]);
  // What was agreed to is over: the next draft has its own makers.
  expect(await api.deps.database.prisma.draftMaker.count({ where: { tenantId, subjectId: id } })).toBe(0);
});

test('what was approved begins anew: who wrote it first checks what another makes of it', async () => {
  const [institution] = kinds as [Kind];
  const id = await expectOthersAlone(institution, [writer, editor, other]);
  const { version } = await done('rule/getInstitution', { id }, other);
  await institution.submit(await institution.edit({ id, version }, other), other);
  const of = { subjectType: 'institutionVersion', subjectId: id };
  const { id: approvalId } = await done('approval/getSubjectApproval', of, writer);
  expect(await call('approval/approve', { id: approvalId }, writer)).toMatchObject({ code: 200 });
});

describe('a voucher', () => {
  test('is approved and posted by neither of those who wrote it, and a draft that goes leaves nothing', async () => {
    const desk = await openBookDesk(api);
    const [first, second, third] = await threeOf('books');
    const lines = (amount: number) => {
      const { lines: written } = desk.manual() as { lines: Record<string, unknown>[] };
      return written.map((line) =>
        Object.fromEntries(
          Object.entries(line).map(([key, value]) => [key, key.endsWith('Amount') ? amount : value]),
        ),
      );
    };
    const voucher: Kind = {
      subjectType: 'voucher',
      add: (token) => done('voucher/addVoucher', desk.manual(), token),
      edit: ({ id, version }, token) =>
        done('voucher/editVoucher', { id, version, ...desk.manual({ lines: lines(200_000) }) }, token),
      submit: ({ id, version }, token) => done('voucher/submitVoucher', { id, version }, token),
    };
    const id = await expectOthersAlone(voucher, [first, second, third]);
    for (const token of [first, second]) {
      const { failed, rows } = await done('voucher/postVouchers', { ids: [id] }, token);
      expect({ failed, rows }).toMatchObject({ failed: 1, rows: [{ message: '制单人不能审核或过账' }] });
    }
    expect(await done('voucher/postVouchers', { ids: [id] }, third)).toMatchObject({ done: 1 });
    const draft = await voucher.add(first);
    const noted = () => api.deps.database.prisma.draftMaker.count({ where: { subjectId: draft.id } });
    expect(await noted()).toBe(1);
    await done('voucher/deleteVoucher', { id: draft.id, version: draft.version }, first);
    expect(await noted()).toBe(0);
  });
});

test('the database puts those who wrote what an approval is about among its makers, each once', async () => {
  const { prisma } = api.deps.database;
  const subjectId = crypto.randomUUID();
  const [wrote, handsIn] = [crypto.randomUUID(), crypto.randomUUID()];
  const about = { tenantId, subjectType: 'institutionVersion', subjectId };
  await prisma.draftMaker.create({ data: { ...about, userId: wrote } });
  const data = { ...about, subjectLabel: '制度', makerId: handsIn, makerName: '乙' };
  const { makerIds } = await prisma.approval.create({ data: { ...data, makerIds: [handsIn] } });
  expect(makerIds).toEqual([handsIn, wrote]);
  const other = { ...data, subjectId: crypto.randomUUID(), makerIds: [handsIn, wrote] };
  await prisma.draftMaker.create({ data: { ...about, subjectId: other.subjectId, userId: wrote } });
  expect((await prisma.approval.create({ data: other })).makerIds).toEqual([handsIn, wrote]);
});
