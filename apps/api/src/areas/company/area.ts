import type { AppContract } from '@xyxlx/contracts/contract';
import { sql } from '../../platform/db/sql.ts';
import { visibleCompanies } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';
import { companyCertification } from './certification.ts';
import { foundCompanies } from './company-list.ts';
import { companyChange } from './guarded-change.ts';
import { company as handlers } from './handlers.ts';

export const company: Area<AppContract['company']> = {
  handlers,
  approvals: [companyCertification, companyChange],
  finds: [foundCompanies],
  records: { company: { from: 'companies r', fields: ['companyId'] } },
  todos: [
    {
      kind: 'fundLow',
      permission: 'fund.view',
      count: (session) => ({
        from: sql`FROM fund_accounts f WHERE f.balance - f.frozen < f.threshold AND ${visibleCompanies(session, 'f')}`,
      }),
    },
  ],
};
