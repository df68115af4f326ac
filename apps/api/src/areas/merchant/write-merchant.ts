import { type merchant as contract, isLive, type MerchantDetail } from '@xyxlx/contracts/merchant';
import { spell } from '@xyxlx/database/spell';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { supersede } from '../../platform/approval/submit.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { maskAccount, maskMobile } from '../../platform/security/mask.ts';
import { checkFields } from './check-fields.ts';
import { submitMerchantChange } from './guarded-change.ts';
import { limitsFollow } from './limits-follow.ts';
import { lockMerchant } from './lock-merchant.ts';
import { merchantDetail } from './merchant.sql.ts';
import { nextMerchantNo } from './merchant-no.ts';
import { submitMove } from './move-approval.ts';
import { merchantRegistration, submitRegistration } from './registration.ts';

type Added = z.output<(typeof contract)['addMerchant']['input']>;
type Edited = z.output<(typeof contract)['editMerchant']['input']>;

/** Adds a merchant that waits for somebody else's approval. */
export async function addMerchant(tx: Transaction, by: Caller, input: Added): Promise<MerchantDetail> {
  const { tenantId, userName } = by.session;
  await checkFields(tx, tenantId, input);
  const merchantNo = await nextMerchantNo(tx, tenantId);
  const row = await tx.merchant.create({
    data: { ...input, ...spell(input.name), tenantId, merchantNo, createdBy: userName, updatedBy: userName },
  });
  await logChange(tx, by, {
    tenantId,
    id: row.id,
    label: row.name,
    after: { merchantNo, name: row.name, creditCode: row.creditCode },
  });
  await submitRegistration(tx, by, row);
  return detailOf(tx, by.session, row.id);
}

/**
 * Edits a merchant; a rejected one waits for approval again, one that waits is handed in again, a closed one stays as it is. Of a live
 * one the guarded fields stay as they are until a checker agrees, and the rest changes at once.
 */
export async function editMerchant(
  tx: Transaction,
  by: Caller,
  { id, version, contactMobile, settlementAccount, reason, ...input }: Edited,
): Promise<MerchantDetail> {
  const row = await lockMerchant(tx, by.session, id);
  if (row.version !== version) throw staleVersion();
  if (row.state === 'CLOSED')
    throw new Refusal({ zh: '已注销的商户不能修改', en: 'A closed merchant stays as it is' });
  await checkFields(tx, row.tenantId, input, row);
  const { tenantId, companyId, creditCode, settlementBank } = row;
  const live = isLive(row.state);
  const wanted = { ...input, settlementAccount: settlementAccount ?? row.settlementAccount };
  if (live) {
    await submitMerchantChange(tx, by, row, wanted, reason);
    await submitMove(tx, by, row, input.companyId, reason);
  }
  const again = row.state === 'REJECTED' || row.state === 'PENDING';
  const data = {
    ...wanted,
    ...(live && { companyId, creditCode, settlementBank, settlementAccount: row.settlementAccount }),
    ...(contactMobile && { contactMobile }),
    ...(again && { state: 'PENDING' as const, stateReason: null }),
  };
  await tx.merchant.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...spell(data.name), ...nextVersion(by.session, by.now) },
  });
  // A live one is moved by its checker. Before it is let in its employees have nothing that would have to go along.
  if (!live) await limitsFollow(tx, { tenantId, merchantId: id });
  const { before, after } = differenceOf(
    hidePersonal(row),
    hidePersonal({ ...row, ...data }),
    Object.keys(data),
  );
  await logChange(tx, by, { tenantId, id, label: row.name, before, after });
  if (again) {
    await supersede(tx, by, merchantRegistration, { tenantId, subjectId: id });
    await submitRegistration(tx, by, { tenantId, id, ...input });
  }
  return detailOf(tx, by.session, id);
}

function hidePersonal<T extends { contactMobile: string; settlementAccount: string }>(row: T): T {
  return {
    ...row,
    contactMobile: maskMobile(row.contactMobile),
    settlementAccount: maskAccount(row.settlementAccount),
  };
}

async function detailOf(tx: Transaction, session: Session, id: string): Promise<MerchantDetail> {
  const found = await merchantDetail(tx, session, id);
  if (!found) throw recordMissing();
  return found;
}
