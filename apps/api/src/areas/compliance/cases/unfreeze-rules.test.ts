import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { cardHolder, cardProduct, madeCard } from '../../../../../../tests/support/cards.ts';
import { type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { refused, type Statement, tried } from '../../../../../../tests/support/tried-by-sql.ts';

let api: TestApi;
let desk: CaseDesk;
let owner: pg.Client;
const rule = /refuse_unapproved_unfreezing/;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  owner = await connect(api.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** A subject that compliance froze, and whose unfreezing waits. */
async function frozen(subjectType: 'CARD' | 'EMPLOYEE') {
  const subjectId = subjectType === 'CARD' ? await newCard() : await desk.employee();
  const { id } = await desk.newCase({ subjectType, subjectId });
  await desk.done('freezeSubject', { id, reason: '疑似套现，先行冻结' });
  const { approvalId } = await desk.done('unfreezeSubject', { id, reason: '已排除嫌疑' });
  return { subjectId, approvalId };
}

async function newCard(): Promise<string> {
  const holder = await cardHolder(api, desk.tenantId);
  return madeCard(api, { ...holder, productId: await cardProduct(api, desk.tenantId), state: 'ACTIVE' });
}

const decided = (
  approvalId: string,
  { state = 'APPROVED', checker = true, columns = '' } = {},
): Statement => [
  `UPDATE approvals SET decided_at = now(), checker_name = '复核', state = $2, checker_id = $3::uuid ${columns} WHERE id = $1`,
  [approvalId, state, checker ? desk.head.session.userId : null],
];

describe.each([
  ['CARD', 'cards', `event_seq = event_seq + 1, state = 'ACTIVE'`],
  ['EMPLOYEE', 'employees', `state = 'ACTIVE'`],
] as const)('what compliance froze of %s', (subjectType, table, more) => {
  const letGo = (id: string, approvalId: string | null, columns = `frozen_by = NULL, ${more}`): Statement => [
    `UPDATE ${table} SET unfreeze_id = $2, ${columns} WHERE id = $1`,
    [id, approvalId],
  ];

  test('is let go in the transaction in which somebody else agrees to it', async () => {
    const { subjectId, approvalId } = await frozen(subjectType);
    await tried(owner, decided(approvalId), letGo(subjectId, approvalId));
  });

  test('is not let go without an approval, nor while one waits, nor by one that says no', async () => {
    const { subjectId, approvalId } = await frozen(subjectType);
    await refused(owner, rule, letGo(subjectId, null));
    await refused(owner, rule, letGo(subjectId, approvalId));
    await refused(owner, rule, decided(approvalId, { state: 'REJECTED' }), letGo(subjectId, approvalId));
    await refused(owner, /approvals_decided/, decided(approvalId, { checker: false }));
  });

  test('is not let go by the approval of another, of something else, or of its own maker', async () => {
    const { subjectId, approvalId } = await frozen(subjectType);
    const other = await frozen(subjectType);
    await refused(owner, rule, decided(other.approvalId), letGo(subjectId, other.approvalId));
    await refused(
      owner,
      rule,
      decided(approvalId, { columns: `, subject_type = 'caseClosure'` }),
      letGo(subjectId, approvalId),
    );
    await refused(
      owner,
      rule,
      decided(approvalId, { columns: `, act = act || '{"subjectType": "PAYEE"}'` }),
      letGo(subjectId, approvalId),
    );
    await refused(
      owner,
      /approvals_maker_is_not_checker/,
      decided(approvalId, { columns: ', maker_ids = maker_ids || $3::uuid' }),
      letGo(subjectId, approvalId),
    );
  });

  test('is not let go later by what was agreed to before', async () => {
    const { subjectId, approvalId } = await frozen(subjectType);
    await owner.query(...(decided(approvalId) as [string, unknown[]]));
    await refused(owner, rule, letGo(subjectId, approvalId));
  });

  test('is not handed to another side either', async () => {
    const { subjectId } = await frozen(subjectType);
    await refused(owner, rule, letGo(subjectId, null, `frozen_by = 'OPERATOR'`));
  });
});
