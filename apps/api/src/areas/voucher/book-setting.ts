import { type PersonalShare, personalShareWords } from '@xyxlx/contracts/ledger-roles';
import { paths } from '@xyxlx/contracts/paths';
import { type VoucherStyle, voucherStyleWords } from '@xyxlx/contracts/voucher-kinds';
import type { BookSetting, voucherSetting as contract } from '@xyxlx/contracts/voucher-setting';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import {
  approvedChange,
  type Columns,
  changeApplied,
  changedColumns,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { iso, type Queryable, rowOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { booksOf } from './books.ts';

type Values = Pick<BookSetting, 'voucherStyle' | 'personalShare' | 'vatBps'>;

const dayLength = 86_400_000;
const label = { zh: '账套设置', en: 'Setting of the books' };

/** 账套设置变更: what postings and taxes come to changes with a second person's word, from the next day on. */
export const ledgerSetting: ApprovalSubject = {
  type: 'ledgerSetting',
  label: { zh: '账套设置变更', en: 'Change of how the books are kept' },
  permission: 'voucher.approve',
  link: () => `${paths.voucher}?tab=chart`,
  changes: {
    voucherStyle: {
      field: 'voucherStyle',
      label: { zh: '凭证字', en: 'Voucher words' },
      words: (style) => voucherStyleWords[style as VoucherStyle],
    },
    personalShare: {
      field: 'personalShare',
      label: { zh: '个人支付部分', en: 'Personal share' },
      words: (share) => personalShareWords[share as PersonalShare],
    },
    vatBps: {
      field: 'vatBps',
      label: { zh: '服务费税率', en: 'Tax in fees' },
      words: (bps) => ({ zh: `${Number(bps) / 100}%`, en: `${Number(bps) / 100}%` }),
    },
  },
  waiting: waitingChanges('ledgerSetting'),
  approve: apply,
  // The setting never changed, so nothing has to be put back.
  reject: async () => undefined,
  withdraw: async () => undefined,
};

/** How the books of a tenant are kept, now and from a moment to come on. */
export async function getSetting({
  input,
  session,
  deps,
  now,
}: Call<z.output<typeof contract.getSetting.input>, Session>): Promise<BookSetting> {
  const tenantId = booksOf(session, input.tenantId);
  if (!tenantId) throw recordMissing();
  return settingOf(deps.database.pool, tenantId, now);
}

async function settingOf(client: Queryable, tenantId: string, now: Date): Promise<BookSetting> {
  return rowOf<BookSetting>(
    client,
    sql`SELECT s.voucher_style AS "voucherStyle", s.personal_share AS "personalShare", s.vat_bps AS "vatBps",
          (SELECT json_build_object('voucherStyle', l.voucher_style, 'personalShare', l.personal_share, 'vatBps', l.vat_bps,
              'validFrom', ${iso('l.valid_from')}) FROM ledger_settings l
            WHERE l.tenant_id = ${tenantId}::uuid AND l.valid_from > ${now}::timestamptz ORDER BY l.valid_from DESC LIMIT 1) AS next,
          (SELECT a.id FROM approvals a WHERE a.tenant_id = ${tenantId}::uuid AND a.subject_type = ${ledgerSetting.type}
            AND a.subject_id = ${tenantId}::uuid AND a.state = 'PENDING') AS "approvalId",
          (SELECT count(*)::int FROM ledger_settings l WHERE l.tenant_id = ${tenantId}::uuid) AS version
        FROM ledger_setting_at(${tenantId}::uuid, ${now}::timestamptz) s`,
  );
}

/** Hands in how the books are to be kept. */
export async function editSetting(
  call: Call<z.output<typeof contract.editSetting.input>, Session>,
): Promise<BookSetting> {
  const { input, session, now } = call;
  const { version, reason, ...wanted } = input;
  const tenantId = booksOf(session);
  if (!tenantId) throw recordMissing();
  return change(call, async (tx) => {
    const seen = await settingOf(tx, tenantId, now);
    if (seen.version !== version) throw staleVersion();
    const changed = changedColumns(columnsOf(seen.next ?? seen), columnsOf(wanted));
    if (!changed) throw new Refusal({ zh: '没有变化', en: 'Nothing would change' });
    await submitChange(
      tx,
      call,
      ledgerSetting,
      { tenantId, subjectId: tenantId, subjectLabel: label.zh, reason },
      changed,
    );
    return settingOf(tx, tenantId, now);
  });
}

function columnsOf({ voucherStyle, personalShare, vatBps }: Values): Columns {
  return { voucherStyle, personalShare, vatBps: String(vatBps) };
}

/** From the next day on: what is under way while a setting changes would be posted by one and checked by the other. */
async function apply(tx: Transaction, decision: Decision): Promise<void> {
  const {
    approval: { tenantId, id: changeId },
    session,
    now,
  } = decision;
  const setting = await settingOf(tx, tenantId, now);
  const before = setting.next ?? setting;
  const columns = columnsOf(before);
  const after = { ...columns, ...(await approvedChange(tx, decision, columns)) };
  const midnight = startOfDay(shanghaiDay(new Date(now.getTime() + dayLength)));
  const last = setting.next ? new Date(setting.next.validFrom).getTime() + 1 : 0;
  await tx.ledgerSetting.create({
    data: {
      tenantId,
      validFrom: new Date(Math.max(midnight.getTime(), last)),
      voucherStyle: after.voucherStyle as VoucherStyle,
      personalShare: after.personalShare as PersonalShare,
      vatBps: Number(after.vatBps),
      changeId,
      createdBy: session.userName,
    },
  });
  await changeApplied(tx, decision);
  await logChange(
    tx,
    { ...decision, operation: operationOf('voucher', 'editSetting') },
    { tenantId, id: tenantId, label: label.zh, before: columns, after },
  );
}
