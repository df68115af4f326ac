import {
  type CardPolicy,
  type CardPolicyValues,
  cardPolicyFields,
  type cardPolicies as contract,
} from '@xyxlx/contracts/card-policy';
import { paths } from '@xyxlx/contracts/paths';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import {
  approvedChange,
  type Columns,
  changeApplied,
  changedColumns,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { policyOf } from './policy.ts';

const label = { zh: '卡政策', en: 'Card policy' };
const fields = Object.keys(cardPolicyFields) as (keyof CardPolicyValues)[];

const yuan = (fen: string) => ({ zh: `${groupedYuan(Number(fen))} 元`, en: `¥${groupedYuan(Number(fen))}` });
const yesOrNo = (text: string) => (text === 'true' ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' });
const words: Partial<Record<keyof CardPolicyValues, typeof yuan>> = {
  ...{ namedMax: yuan, anonymousMax: yuan, realNameFrom: yuan, transferOnlyFrom: yuan },
  ...{ namedExpires: yesOrNo, anonymousLoss: yesOrNo },
};

/** 卡政策变更: what all cards may hold and how they are bought changes with a second person's word. */
export const cardPolicyChange: ApprovalSubject = {
  type: 'cardPolicy',
  label: { zh: '卡政策变更', en: 'Change of the card policy' },
  permission: 'card.approve',
  link: () => `${paths.card}?tab=products`,
  changes: Object.fromEntries(
    fields.map((field) => [
      field,
      { field, label: cardPolicyFields[field], ...(words[field] && { words: words[field] }) },
    ]),
  ),
  waiting: waitingChanges('cardPolicy'),
  approve: apply,
  // The policy never changed, so nothing has to be put back.
  reject: async () => undefined,
  withdraw: async () => undefined,
};

/** What holds for the cards of a tenant, and what waits. */
export async function getPolicy({
  input,
  session,
  deps,
}: Call<z.output<typeof contract.getPolicy.input>, Session>): Promise<CardPolicy> {
  const tenantId = input.tenantId ?? session.tenantId;
  if (tenantId !== session.tenantId && !session.scope.all) throw recordMissing();
  return shownPolicy(deps.database.pool, tenantId);
}

/** Hands in another policy. */
export async function editPolicy(
  call: Call<z.output<typeof contract.editPolicy.input>, Session>,
): Promise<CardPolicy> {
  const { version, reason, ...wanted } = call.input;
  const { tenantId } = call.session;
  return change(call, async (tx) => {
    const present = await policyOf(tx, tenantId);
    if (present.version !== version) throw staleVersion();
    const changed = changedColumns(columnsOf(present), columnsOf(wanted));
    if (!changed) throw new Refusal({ zh: '没有变化', en: 'Nothing would change' });
    await submitChange(
      tx,
      call,
      cardPolicyChange,
      { tenantId, subjectId: tenantId, subjectLabel: label.zh, reason },
      changed,
    );
    return shownPolicy(tx, tenantId);
  });
}

async function shownPolicy(client: Queryable, tenantId: string): Promise<CardPolicy> {
  const [waiting] = await rowsOf<{ id: string }>(
    client,
    sql`SELECT a.id FROM approvals a WHERE a.tenant_id = ${tenantId}::uuid AND a.subject_type = ${cardPolicyChange.type}
          AND a.subject_id = ${tenantId}::uuid AND a.state = 'PENDING'`,
  );
  return { ...(await policyOf(client, tenantId)), approvalId: waiting?.id ?? null };
}

function columnsOf(policy: CardPolicyValues): Columns {
  return Object.fromEntries(fields.map((field) => [field, String(policy[field])]));
}

async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const {
    approval: { tenantId, id: changeId, reason },
    session,
    now,
  } = decision;
  const { version, ...before } = await policyOf(tx, tenantId);
  const changed = await approvedChange(tx, decision, columnsOf(before));
  const after: CardPolicyValues = { ...before, ...valuesOf(changed) };
  await tx.cardPolicy.create({
    data: {
      ...after,
      ...{ tenantId, no: version + 1, changeId, createdAt: now, createdBy: session.userName },
    },
  });
  await changeApplied(tx, decision);
  await logChange(
    tx,
    { ...decision, operation: operationOf('card', 'editPolicy') },
    {
      tenantId,
      id: tenantId,
      label: label.zh,
      before: { ...before },
      after: { ...after },
      ...(reason && { reason }),
    },
  );
}

/** The approved columns as values: yes or no, or a number. */
function valuesOf(changed: Columns): Partial<CardPolicyValues> {
  return Object.fromEntries(
    Object.entries(changed).map(([field, text]) => [
      field,
      text === 'true' || text === 'false' ? text === 'true' : Number(text),
    ]),
  );
}
