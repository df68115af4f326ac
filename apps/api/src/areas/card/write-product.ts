import type { CardProductRow, cardProduct as contract } from '@xyxlx/contracts/card-product';
import type { Waits } from '@xyxlx/contracts/waits';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { noteMaker } from '../../platform/approval/draft-makers.ts';
import { changedColumns } from '../../platform/approval/record-change.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { changeOne, logStates, writeState } from '../../platform/records/change-state.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { refuseAgainstPolicy } from './policy.ts';
import { foundProduct } from './product.sql.ts';
import { cardProductChange, submitTerms } from './product-change.ts';
import { cardProductStateMachine, lockProduct } from './product-states.ts';
import { noTerms, termColumns, termsOf } from './product-terms.ts';

type Added = z.output<typeof contract.addProduct.input>;
type Edited = z.output<typeof contract.editProduct.input>;
type Submitted = z.output<typeof contract.submitProduct.input>;
type HandedIn = CardProductRow & Waits;

/** Adds a product as a draft. */
export async function addProduct(tx: Transaction, by: Caller, input: Added): Promise<CardProductRow> {
  const { session } = by;
  const { tenantId, userName } = session;
  const { code, ...wanted } = input;
  const terms = termsOf(wanted);
  await refuseAgainstPolicy(tx, { ...terms, tenantId });
  const taken = await tx.cardProduct.count({ where: { tenantId, code } });
  if (taken > 0) throw new Refusal({ zh: '产品编码已存在', en: 'There is a product with this code' });
  const row = await tx.cardProduct.create({
    data: { ...terms, tenantId, code, createdBy: userName, updatedBy: userName },
  });
  await noteMaker(tx, by, cardProductChange, { tenantId, subjectId: row.id });
  const label = cardProductStateMachine.label(row);
  await logChange(tx, by, { tenantId, id: row.id, label, after: { code, ...termColumns(terms) } });
  return foundProduct(tx, session, row.id);
}

/** Edits a product: a draft takes the terms, one that was approved keeps its own until somebody else has approved these. */
export async function editProduct(
  tx: Transaction,
  by: Caller,
  { id, version, reason, ...wanted }: Edited,
): Promise<HandedIn> {
  const { session, now } = by;
  const row = await lockProduct(tx, session, id);
  if (row.version !== version) throw staleVersion();
  if (row.state === 'SUBMITTED') throw waitsAlready();
  const { tenantId } = row;
  const terms = termsOf(wanted);
  const isDraft = row.state === 'DRAFT';
  if (!isDraft && (terms.form !== row.form || terms.naming !== row.naming)) throw formFixed();
  await refuseAgainstPolicy(tx, { ...terms, tenantId });
  const where = { tenantId_id: { tenantId, id } };
  await tx.cardProduct.update({
    where,
    data: { ...(isDraft && terms), ...nextVersion(session, now) },
  });
  await noteMaker(tx, by, cardProductChange, { tenantId, subjectId: id });
  const [before, after] = [termColumns(row), termColumns(terms)];
  const changed = isDraft ? null : changedColumns(before, after);
  await logChange(tx, by, {
    ...{ tenantId, id, label: cardProductStateMachine.label(row), reason },
    ...(isDraft && differenceOf(before, after, Object.keys(after))),
  });
  const approvalId = changed && (await submitTerms(tx, by, row, changed, reason));
  return { ...(await foundProduct(tx, session, id)), approvalId };
}

/** Hands a draft in. */
export function submitProduct(call: Call<Submitted, Session>): Promise<HandedIn> {
  const { id, version, reason } = call.input;
  return change(call, async (tx) => {
    const row = await lockProduct(tx, call.session, id);
    if (row.version !== version) throw staleVersion();
    mustAllow(cardProductStateMachine, 'submitProduct', row);
    await refuseAgainstPolicy(tx, row);
    await writeState(tx, call, cardProductStateMachine, 'submitProduct', [row]);
    await logStates(tx, call, cardProductStateMachine, 'submitProduct', [row], { ...(reason && { reason }) });
    const approvalId = await submitTerms(tx, call, row, { before: noTerms, after: termColumns(row) }, reason);
    return { ...(await foundProduct(tx, call.session, id)), approvalId };
  });
}

/** Sells a product again, or no more. */
export function moveProduct(
  call: Call<{ id: string; version: number; reason: string }, Session>,
  action: 'enableProduct' | 'disableProduct',
): Promise<CardProductRow> {
  return change(call, async (tx) => {
    await changeOne(tx, call, cardProductStateMachine, action, call.input);
    return foundProduct(tx, call.session, call.input.id);
  });
}

function waitsAlready(): Refusal {
  return new Refusal({ zh: '已提交审批，请勿重复提交', en: 'It has been submitted for approval already' });
}

function formFixed(): Refusal {
  return new Refusal({
    zh: '已审核的产品不能变更形态与记名方式，请另建产品',
    en: 'What was approved keeps its form and naming: add another product',
  });
}
