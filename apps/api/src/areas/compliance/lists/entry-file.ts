import {
  type RiskList,
  type RiskSubject,
  riskListWords,
  riskSubjectWords,
} from '@xyxlx/contracts/compliance-kinds';
import { mostSpared } from '@xyxlx/contracts/compliance-list';
import type { Label } from '@xyxlx/contracts/endpoint';
import { Refusal } from '../../../core/errors.ts';
import type { ImportColumn } from '../../../platform/imports/import-definition.ts';
import { readDay } from '../../read-day.ts';

/** What a file of entries has: whom it lists by the number or name that people know, and the rules of a white one by their codes. */
export const entryColumns: readonly ImportColumn[] = [
  {
    key: 'list',
    label: { zh: '名单', en: 'List' },
    required: true,
    read: oneOf<RiskList>(riskListWords, {
      zh: '应为黑名单、灰名单或白名单',
      en: 'Neither black, grey nor white',
    }),
  },
  {
    key: 'subjectType',
    label: { zh: '主体类型', en: 'Kind of subject' },
    required: true,
    read: oneOf<RiskSubject>(riskSubjectWords, {
      zh: '应为员工、预付卡、收款商户、商户、公司或经办人',
      en: 'Neither employee, prepaid card, payee, merchant, company nor operator',
    }),
  },
  { key: 'subject', label: { zh: '工号/卡编号/名称', en: 'Employee no., card no. or name' }, required: true },
  { key: 'merchant', label: { zh: '员工所属商户', en: 'Merchant of the employee' } },
  { key: 'rules', label: { zh: '豁免规则编码', en: 'Codes of rules that it spares' }, read: readRules },
  { key: 'from', label: { zh: '生效日期', en: 'First day' }, read: readDay },
  { key: 'to', label: { zh: '最后一天', en: 'Last day' }, read: readDay },
  { key: 'reason', label: { zh: '原因', en: 'Reason' }, required: true, maxLength: 200 },
];

/** Reads one of the kinds by its word in either language, or by its code. */
function oneOf<Kind extends string>(words: Readonly<Record<Kind, Label>>, otherwise: Label) {
  const kinds = new Map(
    Object.entries<Label>(words).flatMap(([kind, { zh, en }]) =>
      [kind, zh, en, zh.replace(/名单$/, ''), en.replace(/ list$/, '')].map(
        (word) => [word.toLowerCase(), kind] as const,
      ),
    ),
  );
  return (text: string): string => {
    const kind = kinds.get(text.toLowerCase());
    if (kind) return kind;
    throw new Refusal(otherwise);
  };
}

function readRules(text: string): string {
  const codes = [
    ...new Set(
      text
        .toUpperCase()
        .split(/\s*[、,，;；]\s*/)
        .filter(Boolean),
    ),
  ];
  if (codes.length <= mostSpared) return codes.join('、');
  throw new Refusal({ zh: `最多 ${mostSpared} 条规则`, en: `At most ${mostSpared} rules` });
}
