import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, line, reason, version } from './fields.ts';
import { accountCode } from './ledger-fields.ts';
import { accountSides, ledgerRoles } from './ledger-roles.ts';
import { tenantFilter } from './paging.ts';
import { accountName } from './voucher-record.ts';
import { waits } from './waits.ts';

/** The accounts that a tenant's chart can have. */
export const maxAccounts = 2000;

const accountRow = accountName.extend({
  parentId: id.nullable(),
  /** 1 to 4. */
  level: z.int().min(1).max(4),
  side: z.enum(accountSides),
  /** The business that posts to it; null: vouchers alone. */
  role: z.enum(ledgerRoles).nullable(),
  /** 受控: mirrors balances of the business, so no voucher by hand touches it. */
  isControlled: z.boolean(),
  isLeaf: z.boolean(),
  /** A voucher or a posting has it: neither code nor parent change any more. */
  isUsed: z.boolean(),
  enabled: z.boolean(),
  /** A change of it waits for a checker. */
  isChanging: z.boolean(),
  version,
});
export type AccountRow = z.infer<typeof accountRow>;

/** 科目: the chart of accounts of a tenant. */
export const voucherAccount = {
  queryAccount: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '科目表', en: 'The chart of accounts, by code' },
    input: z.strictObject(tenantFilter),
    output: z.array(accountRow).max(maxAccounts),
  }),
  addAccount: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.settings',
    logs: 'ledgerAccount',
    idempotent: true,
    summary: { zh: '新增下级科目', en: 'Add an account below another' },
    input: z.strictObject({ parentId: id, code: accountCode, name: line(40) }),
    output: accountRow,
  }),
  editAccount: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.settings',
    logs: 'ledgerAccount',
    idempotent: true,
    summary: { zh: '修改科目（须他人审核）', en: 'Change an account; somebody else approves it' },
    input: z.strictObject({
      id,
      version,
      code: accountCode,
      name: line(40),
      enabled: z.boolean(),
      reason,
    }),
    output: accountRow.extend(waits),
  }),
  mapRole: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.settings',
    logs: 'ledgerAccount',
    idempotent: true,
    summary: {
      zh: '将业务映射到另一末级科目（须他人审核）',
      en: 'Let a business post to another account; somebody else approves it',
    },
    input: z.strictObject({ id, version, role: z.enum(ledgerRoles), reason }),
    output: accountRow.extend(waits),
  }),
};
