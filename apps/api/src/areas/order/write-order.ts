import { type CardOrderDetail, type cardOrder as contract, parcelFee } from '@xyxlx/contracts/card-order';
import type { Waits } from '@xyxlx/contracts/waits';
import type { CardOrder, CardProduct, Merchant } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { companyBehind } from '../../platform/fund/fund.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { policyOf } from '../card/policy.ts';
import { lockMerchant } from '../merchant/lock-merchant.ts';
import { orderOf } from './order.sql.ts';
import { cardOrderApproval } from './order-approval.ts';
import { orderStateMachine } from './order-states.ts';

type Added = z.output<typeof contract.addOrder.input>;
type Edited = z.output<typeof contract.editOrder.input>;
type Wanted = Pick<Added, 'lines' | 'payMethod' | 'address' | 'invoiceTitle'>;

/** Where an order is made: whose it is. */
interface Buyer {
  tenantId: string;
  merchantId: string;
  companyId: string;
}

/** The most that an order comes to, in fen. */
const mostPayable = 1_000_000_000_000;

/** An order that somebody else is to agree to. */
interface HandedIn extends Waits {
  id: string;
}

/** Orders cards for a unit that the caller may see. */
export function addOrder(call: Call<Added, Session>): Promise<CardOrderDetail & Waits> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const { id, approvalId } = await placeOrder(
      tx,
      call,
      await lockMerchant(tx, session, input.merchantId),
      input,
    );
    return { ...(await orderOf(tx, session, id)), approvalId };
  });
}

/** Changes an order that was rejected. */
export function editOrder(call: Call<Edited, Session>): Promise<CardOrderDetail & Waits> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const [row] = await orderStateMachine.lock(tx, session, [input.id]);
    if (!row) throw recordMissing();
    const { id, approvalId } = await placeAgain(tx, call, row, input);
    return { ...(await orderOf(tx, session, id)), approvalId };
  });
}

/** Orders cards for a locked unit at the prices of now, and hands the order in; throws 406 for one that is not in use. */
export async function placeOrder(
  tx: Transaction,
  by: Caller,
  { tenantId, id: merchantId, state }: Pick<Merchant, 'tenantId' | 'id' | 'state'>,
  wanted: Wanted,
): Promise<HandedIn> {
  if (state !== 'ACTIVE') throw unitOutOfUse();
  const { session, now } = by;
  const buyer = { merchantId, ...(await companyBehind(tx, tenantId, merchantId)) };
  const { lines, head } = await reckon(tx, buyer, wanted);
  const maker = session.userName;
  const { id, orderNo } = await tx.cardOrder.create({
    data: {
      ...{ ...buyer, ...head, orderNo: await nextNumber(tx, tenantId, 'KD'), state: 'SUBMITTED' },
      ...{ createdAt: now, createdBy: maker, createdById: session.userId, updatedAt: now, updatedBy: maker },
    },
  });
  await tx.cardOrderLine.createMany({ data: lines.map((one) => ({ ...one, tenantId, orderId: id })) });
  await logChange(tx, by, {
    ...{ tenantId, id, label: orderNo },
    after: { quantity: head.quantity, payableAmount: head.payable, state: 'SUBMITTED' },
  });
  return handIn(tx, by, { ...buyer, id, orderNo, amount: head.payable });
}

/** Changes a locked order that was rejected, at the prices of now, and hands it in anew; throws 406 for one that was not, or is another by now. */
export async function placeAgain(
  tx: Transaction,
  by: Caller,
  row: CardOrder,
  { version, ...wanted }: Wanted & { version: number },
): Promise<HandedIn> {
  mustAllow(orderStateMachine, 'editOrder', row);
  if (row.version !== version) throw staleVersion();
  const { tenantId, merchantId, companyId, id, orderNo, state } = row;
  const { lines, head } = await reckon(tx, row, wanted);
  await tx.cardOrderLine.deleteMany({ where: { tenantId, orderId: id } });
  await tx.cardOrderLine.createMany({ data: lines.map((one) => ({ ...one, tenantId, orderId: id })) });
  await writeState(tx, by, orderStateMachine, 'editOrder', [row], { columns: head });
  await logChange(tx, by, {
    ...{ tenantId, id, label: orderNo },
    before: { state },
    after: { quantity: head.quantity, payableAmount: head.payable, state: 'SUBMITTED' },
  });
  return handIn(tx, by, { tenantId, merchantId, companyId, id, orderNo, amount: head.payable });
}

async function handIn(
  tx: Transaction,
  by: Caller,
  { tenantId, merchantId, id, orderNo, amount }: Buyer & { id: string; orderNo: string; amount: number },
): Promise<HandedIn> {
  const { id: approvalId } = await submitForApproval(tx, by, cardOrderApproval, {
    ...{ tenantId, merchantId, subjectId: id, subjectLabel: orderNo, amount },
  });
  return { id, approvalId };
}

/** What is wanted, priced by its products as they are; throws 406 for what is not sold so, or not to this company. */
async function reckon(tx: Transaction, { tenantId, companyId }: Buyer, wanted: Wanted) {
  const found = await tx.cardProduct.findMany({
    where: { tenantId, state: 'ENABLED', id: { in: wanted.lines.map(({ productId }) => productId) } },
  });
  const products = new Map(found.map((product) => [product.id, product]));
  const lines = wanted.lines.map(({ productId, faceAmount, quantity }, n) => {
    const product = products.get(productId);
    if (!product) throw notSold();
    if (!isFaceOf(product, faceAmount)) throw otherFace();
    const { form, naming, months } = product;
    const line = { lineNo: n + 1, productId, form, naming, months, faceAmount, quantity };
    return { ...line, makingFee: Number(product.makingFee) };
  });
  const isSent = lines.some(({ form }) => form === 'PHYSICAL');
  if (isSent && !wanted.address) throw addressMissing();
  const sumOf = (value: (line: (typeof lines)[number]) => number) =>
    lines.reduce((sum, one) => sum + value(one), 0);
  const amount = sumOf(({ faceAmount, quantity }) => faceAmount * quantity);
  const parcel = isSent ? parcelFee : 0;
  const fee = sumOf(({ makingFee, quantity }) => makingFee * quantity) + parcel;
  const payable = amount + fee;
  if (payable > mostPayable) throw tooMuch();
  const anonymous = sumOf(({ naming, faceAmount, quantity }) =>
    naming === 'ANONYMOUS' ? faceAmount * quantity : 0,
  );
  const policy = await policyOf(tx, tenantId);
  if (wanted.payMethod === 'CHANNEL' && payable >= policy.transferOnlyFrom) {
    throw transferOnly(policy.transferOnlyFrom);
  }
  if (anonymous >= policy.realNameFrom) await refuseUnnamed(tx, { tenantId, companyId });
  return {
    lines,
    head: {
      ...{ quantity: sumOf((one) => one.quantity), amount, parcelFee: parcel, fee, payable },
      payMethod: wanted.payMethod,
      address: isSent ? (wanted.address ?? null) : null,
      invoiceTitle: wanted.invoiceTitle ?? null,
    },
  };
}

/** What is sold only to a company that is known; throws 406. */
async function refuseUnnamed(
  tx: Transaction,
  { tenantId, companyId }: Omit<Buyer, 'merchantId'>,
): Promise<void> {
  const company = await tx.company.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: companyId } },
    select: { certification: true },
  });
  if (company.certification === 'VERIFIED') return;
  throw new Refusal({
    zh: '购卡需实名：请补充企业认证',
    en: 'Anonymous cards of this amount are sold to certified companies only',
  });
}

function isFaceOf({ faces, faceMin, faceMax }: CardProduct, face: number): boolean {
  if (faces.length > 0) return faces.includes(BigInt(face));
  return faceMin !== null && faceMax !== null && face >= Number(faceMin) && face <= Number(faceMax);
}

function notSold(): Refusal {
  return new Refusal({ zh: '产品未启用，不能下单', en: 'The product is not sold' });
}

function otherFace(): Refusal {
  return new Refusal({ zh: '面值不在产品范围', en: 'The product is not sold with this face value' });
}

function addressMissing(): Refusal {
  return new Refusal({ zh: '实体卡须填写收货地址', en: 'Physical cards need an address to be sent to' });
}

function unitOutOfUse(): Refusal {
  return new Refusal({ zh: '单位未启用，不能下单购卡', en: 'The unit is not in use and orders no cards' });
}

/** From so many fen on; what a company has with us came by transfer. */
function transferOnly(from: number): Refusal {
  const yuan = groupedYuan(from);
  return new Refusal({
    zh: `金额达 ${yuan} 元须转账支付`,
    en: `From ¥${yuan} on it is paid by transfer`,
  });
}

function tooMuch(): Refusal {
  return new Refusal({ zh: '订单金额不能超过 100 亿元', en: 'An order comes to at most ¥10 billion' });
}
