import type { brand as contract } from '@xyxlx/contracts/brand';
import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { lockMerchants } from '../merchant/lock-merchant.ts';
import { lockBrand } from './brand-states.ts';

/** Gives merchants a brand; those that have it, that are closed or another tenant's are refused one by one. */
export function assignMerchants(
  call: Call<z.output<typeof contract.assignMerchant.input>, Session>,
): Promise<BulkResult> {
  const { session, request, now } = call;
  const { id, merchantIds: ids } = call.input;
  return change(call, async (tx) => {
    // Merchants first, as where one is edited: then neither waits for the other.
    const rows = await lockMerchants(tx, session, ids);
    const brand = await lockBrand(tx, session, id);
    if (brand.state === 'DISABLED') throw outOfUse();
    const { kept, result } = assessEach({ ids, language: request.language }, rows, (row) => {
      if (row.tenantId !== brand.tenantId) throw recordMissing();
      if (row.state === 'CLOSED') throw closed();
      if (row.brandId === id) throw assigned();
    });
    await tx.merchant.updateMany({
      where: keysOf(kept),
      data: { brandId: id, ...nextVersion(session, now) },
    });
    await logChanges(
      tx,
      call,
      kept.map((row) => ({
        tenantId: row.tenantId,
        id: row.id,
        label: row.name,
        before: { brandId: row.brandId },
        after: { brandId: id },
      })),
    );
    return result;
  });
}

function outOfUse(): Refusal {
  return new Refusal({ zh: '品牌已停用，不能归入商户', en: 'The brand is disabled: enable it first' });
}

function closed(): Refusal {
  return new Refusal({ zh: '已注销的商户不能修改', en: 'A closed merchant stays as it is' });
}

function assigned(): Refusal {
  return new Refusal({ zh: '商户已属于该品牌', en: 'The merchant has this brand already' });
}
