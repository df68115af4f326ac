import { type RiskCaseState, riskCaseStateWords } from '@xyxlx/contracts/compliance-case-kinds';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { confidential } from '@xyxlx/contracts/confidential';
import { sql } from '../../../platform/db/sql.ts';
import type { TimelineSource } from '../../../platform/timeline/timeline-source.ts';
import type { Area } from '../../area.ts';
import { visibleCases } from './case-scope.ts';

/** The cases about somebody: told to those who may know of cases, and never to whom they are about. */
const casesAbout = (...subjects: RiskSubject[]): TimelineSource => ({
  ...{ kind: 'RISK', permission: confidential.permission },
  from: ({ tenantId, id }, { session }) => sql`risk_cases c WHERE c.tenant_id = ${tenantId}::uuid
    AND c.subject_type = ANY(${subjects}::text[]) AND c.subject_id = ${id}::uuid AND ${visibleCases(session, 'c')}`,
  at: 'c.created_at',
  tie: 'c.id',
  select: {
    ...{ by: 'c.created_by', number: 'c.case_no', state: 'c.state', amount: 'c.amount', about: 'c.id' },
    text: '(SELECT u.name FROM risk_rules u WHERE u.tenant_id = c.tenant_id AND u.id = c.rule_id)',
  },
  tell: ({ state }) => ({
    title: { zh: '合规立案', en: 'Case opened' },
    state: riskCaseStateWords[state as RiskCaseState],
    leadsTo: 'riskCase',
  }),
});

export const caseTimelines: NonNullable<Area['timelines']> = {
  merchant: [casesAbout('MERCHANT', 'PAYEE')],
  employee: [casesAbout('EMPLOYEE')],
};
