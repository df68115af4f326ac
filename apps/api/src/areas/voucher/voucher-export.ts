import type { voucher as contract } from '@xyxlx/contracts/voucher';
import { voucherKindWords, voucherStateWords } from '@xyxlx/contracts/voucher-kinds';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { raw } from '../../platform/db/sql.ts';
import { made, typed, whole, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { fullName, voucherNo } from './books.ts';
import { vouchers } from './voucher-lists.ts';

const lines = raw(`JOIN voucher_lines l ON l.tenant_id = c.tenant_id AND l.voucher_id = c.id
  JOIN ledger_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
  LEFT JOIN companies o ON o.tenant_id = l.tenant_id AND o.id = l.company_id`);

const listed = rowsOfList(vouchers, lines);

/** The lines of the vouchers of a list, a row each: what accounting packages take in as 凭证导入. */
export const voucherExport: ExportDefinition<z.output<typeof contract.exportVoucher.input>> = {
  operation: operationOf('voucher', 'exportVoucher'),
  title: { zh: '凭证分录', en: 'Voucher lines' },
  columns: (language) => [
    made({ zh: '凭证日期', en: 'Date' }, 'c.date::text'),
    made({ zh: '会计期间', en: 'Period' }, 'c.period'),
    made({ zh: '凭证字', en: 'Word' }, 'c.word'),
    made({ zh: '凭证号', en: 'Number' }, `coalesce(c.number::text, '')`),
    made({ zh: '凭证字号', en: 'Voucher no.' }, raw(`coalesce(${voucherNo('c').sql}, '')`)),
    whole({ zh: '分录号', en: 'Line' }, 'l.line_no'),
    typed({ zh: '摘要', en: 'Summary' }, 'l.summary'),
    made({ zh: '科目编码', en: 'Account code' }, 'a.code'),
    typed({ zh: '科目名称', en: 'Account' }, fullName('a').sql),
    typed({ zh: '核算公司', en: 'Company' }, `coalesce(o.name, '')`),
    yuan({ zh: '借方金额', en: 'Debit (yuan)' }, 'l.debit'),
    yuan({ zh: '贷方金额', en: 'Credit (yuan)' }, 'l.credit'),
    whole({ zh: '附单据数', en: 'Documents' }, 'c.attachment_count'),
    worded({ zh: '来源', en: 'Kind' }, 'c.kind', voucherKindWords, language),
    worded({ zh: '状态', en: 'State' }, 'c.state', voucherStateWords, language),
    typed({ zh: '制单人', en: 'Maker' }, 'c.maker_name'),
    typed({ zh: '审核人', en: 'Checker' }, `coalesce(c.approved_by_name, '')`),
    typed({ zh: '过账人', en: 'Poster' }, `coalesce(c.posted_by_name, '')`),
  ],
  ...listed,
  orderBy: raw('c.date, c.word, c.number NULLS LAST, c.id, l.line_no'),
};
