import type { complianceCase as contract } from '@xyxlx/contracts/compliance-case';
import { riskCaseStateWords, riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { riskSeverityWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import type { z } from 'zod';
import { operationOf } from '../../../core/operation.ts';
import { made, moment, typed, whole, worded, yuan } from '../../../platform/exports/column.ts';
import type { ExportDefinition } from '../../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../../platform/exports/rows-of-list.ts';
import { cases } from './case.sql.ts';
import { subjectName } from './subject.sql.ts';

/** The cases of a list. */
export const caseExport: ExportDefinition<z.output<typeof contract.exportCase.input>> = {
  operation: operationOf('compliance', 'exportCase'),
  title: { zh: '案件', en: 'Cases' },
  columns: (language) => [
    made({ zh: '案件号', en: 'No.' }, 'c.case_no'),
    worded({ zh: '主体类型', en: 'Kind of subject' }, 'c.subject_type', riskSubjectWords, language),
    typed({ zh: '主体', en: 'Subject' }, subjectName('c').sql),
    made({ zh: '规则', en: 'Rule' }, `u.code || ' ' || u.name`),
    typed({ zh: '收件箱', en: 'Inbox' }, 'i.name'),
    whole({ zh: '预警数', en: 'Alerts' }, 'c.alert_count'),
    yuan({ zh: '金额（元）', en: 'Amount (yuan)' }, 'c.amount'),
    whole({ zh: '评分', en: 'Score' }, 'c.score'),
    worded({ zh: '严重程度', en: 'Severity' }, 'c.severity', riskSeverityWords, language),
    whole({ zh: '级别', en: 'Level' }, 'c.level'),
    typed({ zh: '经办人', en: 'Assignee' }, `coalesce(a.name, '')`),
    worded({ zh: '状态', en: 'State' }, 'c.state', riskCaseStateWords, language),
    moment({ zh: '时限', en: 'Due' }, 'c.due_at'),
    worded({ zh: '结论', en: 'Outcome' }, 'c.outcome', riskOutcomeWords, language),
    moment({ zh: '立案时间', en: 'Opened' }, 'c.opened_at'),
    moment({ zh: '结案时间', en: 'Closed' }, 'c.closed_at'),
  ],
  ...rowsOfList(cases),
};
