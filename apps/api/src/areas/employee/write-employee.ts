import type { employee as contract } from '@xyxlx/contracts/employee';
import type { MerchantState } from '@xyxlx/contracts/merchant';
import type { Prisma } from '@xyxlx/database/client/client';
import { spell } from '@xyxlx/database/spell';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { FieldRefusal, Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { companyBehind } from '../../platform/fund/fund.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { lockMerchant } from '../merchant/lock-merchant.ts';
import { lockEmployee } from './lock-employee.ts';

type Added = z.output<(typeof contract)['addEmployee']['input']>;
type Edited = z.output<(typeof contract)['editEmployee']['input']>;

/** Adds an employee with an empty limit; returns the id. */
export async function addEmployee(tx: Transaction, by: Caller, input: Added): Promise<string> {
  const { session } = by;
  const { tenantId, state } = await lockMerchant(tx, session, input.merchantId);
  refuseNewEmployees(state);
  await checkFields(tx, tenantId, input.merchantId, input);
  const { id } = await tx.employee.create({
    data: {
      ...input,
      ...spell(input.name),
      tenantId,
      labels: [...new Set(input.labels)],
      hiredOn: new Date(input.hiredOn),
      birthday: input.birthday === null ? null : new Date(input.birthday),
      createdBy: session.userName,
      updatedBy: session.userName,
    },
  });
  const { companyId } = await companyBehind(tx, tenantId, input.merchantId);
  await tx.limitAccount.create({
    data: { tenantId, merchantId: input.merchantId, employeeId: id, companyId },
  });
  await logChange(tx, by, {
    tenantId,
    id,
    label: input.name,
    after: { employeeNo: input.employeeNo, name: input.name, mobile: maskMobile(input.mobile) },
  });
  return id;
}

/** Refuses somebody new where the merchant is closed or was never let in. */
export function refuseNewEmployees(merchantState: MerchantState): void {
  if (merchantState !== 'CLOSED' && merchantState !== 'REJECTED') return;
  throw new Refusal({ zh: '该商户不能新增员工', en: 'This merchant can not have new employees' });
}

/** Edits an employee who has not left. */
export async function editEmployee(tx: Transaction, by: Caller, input: Edited): Promise<void> {
  const { id, version, mobile, email, birthday, ...fields } = input;
  const row = await lockEmployee(tx, by.session, id);
  if (row.version !== version) throw staleVersion();
  if (row.state === 'LEFT')
    throw new Refusal({ zh: '离职员工的资料不能修改', en: 'Who has left stays as they were' });
  await checkFields(tx, row.tenantId, row.merchantId, { ...input, employeeNo: row.employeeNo }, id);
  const data = {
    ...fields,
    labels: [...new Set(fields.labels)],
    hiredOn: new Date(fields.hiredOn),
    ...(mobile !== undefined && { mobile, ...(mobile !== row.mobile && { userId: null }) }),
    ...(email !== undefined && { email }),
    ...(birthday !== undefined && { birthday: birthday === null ? null : new Date(birthday) }),
  } satisfies Prisma.EmployeeUncheckedUpdateInput;
  await tx.employee.update({
    where: { tenantId_id: { tenantId: row.tenantId, id } },
    data: { ...data, ...spell(data.name), ...nextVersion(by.session, by.now) },
  });
  await logChange(tx, by, {
    tenantId: row.tenantId,
    id,
    label: row.name,
    ...differenceOf(hidePersonal(row), hidePersonal({ ...row, ...data }), Object.keys(data)),
  });
}

function hidePersonal<T extends { mobile: string; email: string | null; birthday: Date | null }>(row: T) {
  const { mobile, email, birthday } = row;
  return {
    ...row,
    mobile: maskMobile(mobile),
    email: email && maskMobile(email),
    birthday: birthday && `${birthday.getUTCFullYear()}-**-**`,
  };
}

interface Unique {
  employeeNo: string;
  mobile?: string | undefined;
  departmentId: string | null;
  birthday?: string | null | undefined;
}

/** The rules behind the form: number and mobile once a merchant, a department of the same merchant. */
async function checkFields(
  tx: Transaction,
  tenantId: string,
  merchantId: string,
  { employeeNo, mobile, departmentId, birthday }: Unique,
  self?: string,
): Promise<void> {
  if (birthday) await refuseFuture(tx, birthday);
  const twin = await tx.employee.findFirst({
    where: {
      tenantId,
      merchantId,
      OR: [{ employeeNo }, ...(mobile ? [{ mobile, state: { not: 'LEFT' as const } }] : [])],
      ...(self && { id: { not: self } }),
    },
  });
  if (twin?.employeeNo === employeeNo) {
    throw new Refusal({ zh: `工号 ${employeeNo} 已存在`, en: `Employee number ${employeeNo} is taken` });
  }
  if (twin) {
    throw new Refusal({
      zh: `手机号已被员工 ${twin.employeeNo} 使用`,
      en: `Employee ${twin.employeeNo} has this mobile number`,
    });
  }
  if (
    departmentId &&
    (await tx.department.count({ where: { tenantId, merchantId, id: departmentId } })) === 0
  ) {
    throw recordMissing();
  }
}

// By the database's own day, as its CHECK: the business clock may be elsewhere.
async function refuseFuture(tx: Transaction, birthday: string): Promise<void> {
  const [future] = await tx.$queryRaw<unknown[]>`
    SELECT WHERE ${birthday}::date > (now() AT TIME ZONE 'Asia/Shanghai')::date`;
  if (!future) return;
  throw new FieldRefusal('birthday', { zh: '生日不能晚于今天', en: 'A birthday is not after today' });
}
