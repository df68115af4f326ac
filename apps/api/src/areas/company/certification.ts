import type { CompanyRow } from '@xyxlx/contracts/company';
import { paths } from '@xyxlx/contracts/paths';
import type { Call } from '../../core/call.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { inMoneyTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { findCompany, presentCompany } from './find-company.ts';

/** 公司认证: whoever handed a company in, somebody else looks at its papers. */
export const companyCertification: ApprovalSubject = {
  type: 'companyCertification',
  label: { zh: '公司认证', en: 'Certification of a company' },
  permission: 'company.approve',
  link: (id) => `${paths.company}?open=${id}`,
  waiting: `SELECT id FROM companies WHERE tenant_id = $1 AND certification = 'PENDING'`,
  approve: (tx, decision) => leave(tx, decision, 'VERIFIED'),
  reject: (tx, decision) => leave(tx, decision, 'REJECTED'),
  withdraw: (tx, decision) => leave(tx, decision, 'UNVERIFIED'),
};

async function leave(
  tx: Transaction,
  { approval: { tenantId, subjectId }, session, deps }: Decision,
  certification: 'VERIFIED' | 'REJECTED' | 'UNVERIFIED',
): Promise<void> {
  await tx.company.update({
    where: { tenantId_id: { tenantId, id: subjectId } },
    data: {
      certification,
      ...nextVersion(session, deps.clock.businessNow()),
    },
  });
}

/** Hands a company in; it needs a credit code, and waits unchanged until it is decided. */
export async function submitCertification({
  input: { id, version, reason },
  session,
  request,
  deps,
}: Call<{ id: string; version: number; reason?: string | undefined }, Session>): Promise<CompanyRow> {
  return inMoneyTransaction(deps.database, session, async (tx) => {
    const row = await findCompany(tx, session, id);
    if (!row.creditCode) {
      throw new Refusal({ zh: '请先填写统一社会信用代码', en: 'Fill in the credit code first' });
    }
    if (row.certification === 'VERIFIED' || row.certification === 'PENDING') {
      throw new Refusal({ zh: '公司已认证或审核中', en: 'It is certified, or waiting for it' });
    }
    const { tenantId } = row;
    const { count } = await tx.company.updateMany({
      where: { tenantId, id, version },
      data: { certification: 'PENDING', ...nextVersion(session, deps.clock.businessNow()) },
    });
    if (count === 0) throw staleVersion();
    await submitForApproval(tx, { session, request }, companyCertification, {
      tenantId,
      subjectId: id,
      subjectLabel: row.name,
      companyId: id,
      ...(reason && { reason }),
    });
    return presentCompany(await findCompany(tx, session, id));
  });
}
