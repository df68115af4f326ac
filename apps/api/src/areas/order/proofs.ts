import { maxAttachments } from '@xyxlx/contracts/attachment';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { keepFile, readAttachment } from '../../platform/attachments/keep-file.ts';
import { sendFile } from '../../platform/attachments/send-file.ts';
import { sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import type { IncomingFile, OutgoingFile } from '../../platform/http/files.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { visible } from '../../platform/records/scope.ts';
import { orderOf } from './order.sql.ts';
import { orderStateMachine } from './order-states.ts';

/** Keeps a file that proves the transfer which an order waits for; what is there stays. Throws 400 for what is no picture or pdf, 406 otherwise. */
export async function uploadProof(
  call: Call<{ id: string }, Session>,
  file: IncomingFile,
): Promise<CardOrderDetail> {
  const { input, session } = call;
  // Whoever doesn't see the order is told so, whatever the file is.
  await orderOf(call.deps.database.pool, session, input.id);
  const read = await readAttachment(file);
  return change(call, async (tx) => {
    const [order] = await orderStateMachine.lock(tx, session, [input.id]);
    if (!order) throw recordMissing();
    if (order.state !== 'TO_PAY' || order.payMethod !== 'TRANSFER') throw notAwaited();
    const { tenantId, id: subjectId, orderNo } = order;
    const subjectType = 'cardOrder';
    const place = await tx.attachment.count({ where: { tenantId, subjectType, subjectId } });
    if (place >= maxAttachments) throw tooMany();
    const { id, fileName, size } = await keepFile(tx, call, tenantId, read);
    await tx.attachment.update({
      where: { tenantId_id: { tenantId, id } },
      data: { subjectType, subjectId, place },
    });
    await logChange(tx, call, {
      ...{ tenantId, id: subjectId, label: orderNo },
      after: { proof: fileName, size, sha256: read.sha256 },
    });
    return orderOf(tx, session, subjectId);
  });
}

/** A file that proves the transfer of an order that one sees. */
export function downloadProof(call: Call<{ id: string }, Session>): Promise<OutgoingFile> {
  return sendFile(
    call,
    sql`t.subject_type = 'cardOrder' AND EXISTS (SELECT FROM card_orders c
          WHERE c.tenant_id = t.tenant_id AND c.id = t.subject_id AND ${visible(call.session, 'c')})`,
  );
}

function notAwaited(): Refusal {
  return new Refusal({
    zh: '仅待付款的转账订单可上传凭证',
    en: 'Only an order that waits for a transfer takes a proof',
  });
}

function tooMany(): Refusal {
  return new Refusal({
    zh: `凭证最多 ${maxAttachments} 份`,
    en: `An order has at most ${maxAttachments} proofs`,
  });
}
