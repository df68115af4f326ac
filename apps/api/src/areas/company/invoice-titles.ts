import type { company as contract, InvoiceTitleRow } from '@xyxlx/contracts/company';
import type { InvoiceTitle } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { companyScope, findCompany } from './find-company.ts';

const loggedFields = ['title', 'taxNo', 'address', 'phone', 'bank', 'email', 'isDefault'] as const;

/** The invoice titles of a company that the caller sees, the default first. */
export async function queryInvoiceTitle({
  input,
  session,
  deps: { database },
}: Call<{ companyId: string }, Session>): Promise<{ list: InvoiceTitleRow[] }> {
  const { tenantId, id } = await findCompany(database.prisma, session, input.companyId);
  const rows = await database.prisma.invoiceTitle.findMany({
    where: { tenantId, companyId: id },
    orderBy: [{ isDefault: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
  });
  return { list: rows.map(present) };
}

export async function addInvoiceTitle(
  call: Call<z.output<typeof contract.addInvoiceTitle.input>, Session>,
): Promise<InvoiceTitleRow> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const { tenantId, id: companyId } = await findCompany(tx, session, input.companyId);
    await makeRoom(tx, tenantId, companyId, null, input);
    const row = await tx.invoiceTitle.create({
      data: { ...input, tenantId, createdBy: session.userName, updatedBy: session.userName },
    });
    await log(tx, call, row, { after: differenceOf({}, row, loggedFields).after });
    return present(row);
  });
}

export async function editInvoiceTitle(
  call: Call<z.output<typeof contract.editInvoiceTitle.input>, Session>,
): Promise<InvoiceTitleRow> {
  const { input, session, deps } = call;
  const { id, version, ...fields } = input;
  return change(call, async (tx) => {
    const before = await find(tx, session, id);
    await makeRoom(tx, before.tenantId, before.companyId, id, fields);
    const [after] = await tx.invoiceTitle.updateManyAndReturn({
      where: { tenantId: before.tenantId, id, version },
      data: {
        ...fields,
        ...nextVersion(session, deps.clock.businessNow()),
      },
    });
    if (!after) throw staleVersion();
    await log(tx, call, after, differenceOf(before, after, loggedFields));
    return present(after);
  });
}

export async function deleteInvoiceTitle(
  call: Call<{ id: string; version: number }, Session>,
): Promise<null> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const row = await find(tx, session, input.id);
    const { count } = await tx.invoiceTitle.deleteMany({
      where: { tenantId: row.tenantId, id: row.id, version: input.version },
    });
    if (count === 0) throw staleVersion();
    await log(tx, call, row, { before: differenceOf(row, {}, loggedFields).before });
    return null;
  });
}

async function find(tx: Transaction, session: Session, id: string): Promise<InvoiceTitle> {
  const row = await tx.invoiceTitle.findFirst({ where: { id, company: companyScope(session) } });
  if (!row) throw recordMissing();
  return row;
}

/** A title once a company, and one default: another one steps back. */
async function makeRoom(
  tx: Transaction,
  tenantId: string,
  companyId: string,
  id: string | null,
  { title, isDefault }: { title: string; isDefault: boolean },
): Promise<void> {
  const others = { tenantId, companyId, ...(id !== null && { id: { not: id } }) };
  if (await tx.invoiceTitle.findFirst({ where: { ...others, title } })) {
    throw new Refusal({ zh: '抬头已存在', en: 'The company has this title already' });
  }
  if (isDefault) {
    await tx.invoiceTitle.updateMany({ where: { ...others, isDefault: true }, data: { isDefault: false } });
  }
}

async function log(
  tx: Transaction,
  by: Caller,
  { id, tenantId, title }: InvoiceTitle,
  difference: Partial<ReturnType<typeof differenceOf>>,
): Promise<void> {
  await logChange(tx, by, { tenantId, id, label: title, ...difference });
}

function present({ tenantId: _tenant, ...row }: InvoiceTitle): InvoiceTitleRow {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
