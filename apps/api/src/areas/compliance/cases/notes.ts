import { maxAttachments } from '@xyxlx/contracts/attachment';
import type { complianceCase as contract, RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Refusal, refuseStale } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { keepFile, readAttachment } from '../../../platform/attachments/keep-file.ts';
import { sendFile } from '../../../platform/attachments/send-file.ts';
import { sql } from '../../../platform/db/sql.ts';
import { change } from '../../../platform/db/transaction.ts';
import type { IncomingFile, OutgoingFile } from '../../../platform/http/files.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { mustSeeCase } from './case.sql.ts';
import { caseOf } from './case-detail.sql.ts';
import { visibleCases } from './case-scope.ts';
import { lockCase } from './case-states.ts';
import { stepCases } from './step-cases.ts';

/** Writes a note into a case; with 确认可疑 the days until a report is due begin, once. */
export function addNote(
  call: Call<z.output<typeof contract.addNote.input>, Session>,
): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const row = await lockCase(tx, session, input.id);
    refuseStale(row, input.version);
    const { tenantId, id, caseNo, suspectedAt } = row;
    const suspects = input.isSuspicious === true && suspectedAt === null;
    await stepCases(tx, call, tenantId, [id], {
      action: suspects ? 'SUSPECT' : 'NOTE',
      note: input.text,
      ...(suspects && { columns: sql`suspected_at = ${now}::timestamptz` }),
    });
    // What it says stays in the case.
    const after = { note: input.text.length, ...(suspects && { suspectedAt: now.toISOString() }) };
    await logChange(tx, call, { tenantId, id, label: caseNo, after });
    return caseOf(tx, session, id, now);
  });
}

/** Keeps a file in a case; throws 400 for what is no picture or pdf. */
export async function addAttachment(
  call: Call<z.output<typeof contract.addAttachment.input>, Session>,
  file: IncomingFile,
): Promise<RiskCaseDetail> {
  const { input, session, deps, now } = call;
  // Whoever doesn't see the case is told so, whatever the file is.
  await mustSeeCase(deps.database.pool, session, input.id);
  const read = await readAttachment(file);
  return change(call, async (tx) => {
    const row = await lockCase(tx, session, input.id);
    refuseStale(row, input.version);
    const { tenantId, id: subjectId, caseNo } = row;
    const subjectType = 'riskCase';
    const place = await tx.attachment.count({ where: { tenantId, subjectType, subjectId } });
    if (place >= maxAttachments) {
      throw new Refusal({
        zh: `附件最多 ${maxAttachments} 份`,
        en: `A case has at most ${maxAttachments} files`,
      });
    }
    const { id, fileName, size } = await keepFile(tx, call, tenantId, read);
    await tx.attachment.update({
      where: { tenantId_id: { tenantId, id } },
      data: { subjectType, subjectId, place },
    });
    await stepCases(tx, call, tenantId, [subjectId], { action: 'ATTACH', note: fileName });
    await logChange(tx, call, {
      ...{ tenantId, id: subjectId, label: caseNo },
      after: { attachment: fileName, size, sha256: read.sha256 },
    });
    return caseOf(tx, session, subjectId, now);
  });
}

/** A file of a case that one sees. */
export function downloadAttachment(call: Call<{ id: string }, Session>): Promise<OutgoingFile> {
  return sendFile(
    call,
    sql`t.subject_type = 'riskCase' AND EXISTS (
          SELECT FROM risk_cases c WHERE c.tenant_id = t.tenant_id AND c.id = t.subject_id AND ${visibleCases(call.session, 'c')})`,
  );
}
