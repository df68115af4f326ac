import { type CompanyRow, certificationTransitions } from '@xyxlx/contracts/company';
import { paths } from '@xyxlx/contracts/paths';
import type { Company, Prisma } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { mustAllow, type RecordOf } from '../../platform/records/stateful-record.ts';
import { findCompany, presentCompany } from './find-company.ts';
import { matterOfCertification } from './matter.ts';

/** 公司认证: somebody other than the submitter checks the company's papers. */
export const companyCertification: ApprovalSubject = {
  type: 'companyCertification',
  label: { zh: '公司认证', en: 'Certification of a company' },
  permission: 'company.approve',
  link: (id) => `${paths.company}?open=${id}`,
  matter: matterOfCertification,
  waiting: `SELECT id FROM companies WHERE tenant_id = $1 AND certification = 'PENDING'`,
  approve: (tx, decision) => leave(tx, decision, 'certify'),
  reject: (tx, decision) => leave(tx, decision, 'refuse'),
  withdraw: (tx, decision) => leave(tx, decision, 'takeBack'),
};

/** The states of a certification, which are a column of the company. */
const certification: Pick<
  RecordOf<typeof certificationTransitions, Company, Prisma.CompanyUncheckedUpdateManyInput>,
  'table' | 'update' | 'refusal'
> = {
  table: certificationTransitions,
  update: (tx, { state: from, ...where }, { state: to, ...data }) =>
    tx.company.updateMany({ where: { ...where, certification: from }, data: { ...data, certification: to } }),
  refusal: () => new Refusal({ zh: '公司已认证或审核中', en: 'It is certified, or waiting for it' }),
};

async function leave(
  tx: Transaction,
  by: Decision,
  decision: keyof typeof certificationTransitions.automatic,
): Promise<void> {
  const { tenantId, subjectId: id } = by.approval;
  await writeState(tx, by, certification, decision, [{ tenantId, id }]);
}

/** Hands a company in; it needs a credit code, and waits unchanged until it is decided. */
export async function submitCertification(
  call: Call<{ id: string; version: number; reason?: string | undefined }, Session>,
): Promise<CompanyRow> {
  const { id, version, reason } = call.input;
  const { session } = call;
  return change(call, async (tx) => {
    const row = await findCompany(tx, session, id);
    if (!row.creditCode) {
      throw new Refusal({ zh: '请先填写统一社会信用代码', en: 'Fill in the credit code first' });
    }
    mustAllow(certification, 'submitCertification', { state: row.certification });
    const { tenantId } = row;
    await writeState(tx, call, certification, 'submitCertification', [row], { version });
    await submitForApproval(tx, call, companyCertification, {
      tenantId,
      subjectId: id,
      subjectLabel: row.name,
      companyId: id,
      ...(reason && { reason }),
    });
    return presentCompany(await findCompany(tx, session, id));
  });
}
