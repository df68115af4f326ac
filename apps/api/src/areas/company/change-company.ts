import type { CompanyRow, company as contract } from '@xyxlx/contracts/company';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { forgetMakers, noteMaker } from '../../platform/approval/draft-makers.ts';
import { changeWaits } from '../../platform/approval/record-change.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { openFund } from '../../platform/fund/fund.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { companyCertification } from './certification.ts';
import { lockTree, refuseCycle } from './company-tree.ts';
import { type CompanyRecord, findCompany, presentCompany } from './find-company.ts';
import { companyChange, submitCompanyChange } from './guarded-change.ts';
import { refuseTaken } from './refuse-taken.ts';

type Fields = z.output<typeof contract.addCompany.input>;
type Edit = z.output<typeof contract.editCompany.input>;

const loggedFields = ['name', 'parent', 'creditCode', 'contactName', 'contactMobile', 'address'] as const;

/** Makes a company in the caller's tenant, below one that the caller sees. */
export async function addCompany(call: Call<Fields, Session>): Promise<CompanyRow> {
  const { input, session } = call;
  const { tenantId } = session;
  return change(call, async (tx) => {
    await lockTree(tx, tenantId);
    await refuseParent(tx, session, input.parentId);
    await refuseCycle(tx, tenantId, null, input.parentId);
    await refuseTaken(tx, tenantId, null, input);
    const { id } = await tx.company.create({
      data: {
        ...columnsOf(input),
        tenantId,
        createdBy: session.userName,
        updatedBy: session.userName,
      },
    });
    await noteMaker(tx, call, companyCertification, { tenantId, subjectId: id });
    await openFund(tx, { tenantId, companyId: id });
    const row = await findCompany(tx, session, id);
    await logChange(tx, call, {
      tenantId,
      ...targetOf(row),
      after: differenceOf({}, logged(row), loggedFields).after,
    });
    return presentCompany(row);
  });
}

/** Changes a company; name and credit code of a certified one stay as they are until a checker agrees. */
export async function editCompany(call: Call<Edit, Session>): Promise<CompanyRow> {
  const { input, session, deps } = call;
  const { id, version, reason, ...fields } = input;
  return change(call, async (tx) => {
    const before = await findCompany(tx, session, id);
    const { tenantId } = before;
    if (before.certification === 'PENDING') throw beingCertified();
    await lockTree(tx, tenantId);
    if (fields.parentId !== before.parentId) {
      await refuseParent(tx, session, fields.parentId);
      await refuseCycle(tx, tenantId, id, fields.parentId);
    }
    await refuseTaken(tx, tenantId, id, fields);
    const isCertified = before.certification === 'VERIFIED';
    if (!isCertified) await noteMaker(tx, call, companyCertification, { tenantId, subjectId: id });
    if (isCertified) await submitCompanyChange(tx, call, before, fields, reason);
    const { count } = await tx.company.updateMany({
      where: { tenantId, id, version },
      data: {
        ...columnsOf(fields),
        ...(isCertified && { name: before.name, creditCode: before.creditCode }),
        ...nextVersion(session, deps.clock.businessNow()),
      },
    });
    if (count === 0) throw staleVersion();
    const after = await findCompany(tx, session, id);
    await logChange(tx, call, {
      tenantId,
      ...targetOf(after),
      ...differenceOf(logged(before), logged(after), loggedFields),
    });
    return presentCompany(after);
  });
}

/** Removes a company that has nothing below it, nobody in it and no merchants. */
export async function deleteCompany(call: Call<{ id: string; version: number }, Session>): Promise<null> {
  const { id, version } = call.input;
  const { session } = call;
  return change(call, async (tx) => {
    const row = await findCompany(tx, session, id);
    await lockTree(tx, row.tenantId);
    // A bill that is being opened for it holds its row: it is there once the row is free, and goes along.
    await tx.$executeRaw`SELECT FROM companies WHERE tenant_id = ${row.tenantId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const children = await tx.company.count({ where: { tenantId: row.tenantId, parentId: id } });
    const members = await tx.membership.count({ where: { tenantId: row.tenantId, companyId: id } });
    if (children + members + row._count.merchants > 0) throw stillUsed();
    if (row.certification === 'PENDING') throw beingCertified();
    if (await changeWaits(tx, companyChange, row)) throw beingCertified();
    const { tenantId } = row;
    await forgetMakers(tx, companyCertification, { tenantId, subjectId: id });
    const { count } = await tx.fundAccount
      // Its fund and the bills that were opened for it go along as long as nothing ever moved it.
      .deleteMany({ where: { tenantId, companyId: id, flowSeq: 0 } })
      .then(() => tx.bill.deleteMany({ where: { tenantId, companyId: id, state: 'OPEN' } }))
      .then(() => tx.company.deleteMany({ where: { tenantId, id, version } }))
      .catch((error: { code?: string }) => {
        // Other references to it: departments, funds.
        throw error.code === 'P2003' ? stillUsed() : error;
      });
    if (count === 0) throw staleVersion();
    await logChange(tx, call, {
      tenantId: row.tenantId,
      ...targetOf(row),
      before: differenceOf(logged(row), {}, loggedFields).before,
    });
    return null;
  });
}

function columnsOf({
  contactMobile,
  ...fields
}: Fields): Pick<
  Prisma.CompanyUncheckedCreateInput,
  'name' | 'parentId' | 'creditCode' | 'contactName' | 'address'
> & { contactMobile?: string | null } {
  return { ...fields, ...(contactMobile !== undefined && { contactMobile }) };
}

/** A caller who sees less than the tenant places companies only below those they see. */
async function refuseParent(tx: Transaction, session: Session, parentId: string | null): Promise<void> {
  if (session.scope.all || session.scope.tenant) return;
  if (parentId === null || !session.scope.companyIds.includes(parentId)) throw recordMissing();
  await findCompany(tx, session, parentId);
}

function logged(row: CompanyRecord): Record<string, unknown> {
  return {
    ...row,
    parent: row.parent?.name ?? null,
    contactMobile: row.contactMobile && maskMobile(row.contactMobile),
  };
}

function targetOf({ id, name }: { id: string; name: string }) {
  return { id, label: name };
}

function beingCertified(): Refusal {
  return new Refusal({ zh: '认证审核中，不能修改或删除', en: 'It is being certified and cannot be changed' });
}

function stillUsed(): Refusal {
  return new Refusal({
    zh: '公司下还有下级公司、用户、商户或其他资料，不能删除',
    en: 'Companies, users, merchants or other records still belong to it',
  });
}
