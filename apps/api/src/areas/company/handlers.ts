import type { company as contract } from '@xyxlx/contracts/company';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { submitCertification } from './certification.ts';
import { addCompany, deleteCompany, editCompany } from './change-company.ts';
import { companies } from './company-list.ts';
import { companyScope, findCompany, presentCompany } from './find-company.ts';
import {
  addInvoiceTitle,
  deleteInvoiceTitle,
  editInvoiceTitle,
  queryInvoiceTitle,
} from './invoice-titles.ts';

export const company: Handlers<typeof contract> = {
  queryCompany: async (call) => {
    const { input, session, deps } = call;
    if (input.belowId) await findCompany(deps.database.prisma, session, input.belowId);
    return queryList(call, companies);
  },

  getCompanyTree: async ({ session, deps: { database } }) => ({
    list: await database.prisma.company.findMany({
      where: { AND: [companyScope(session), { tenantId: session.tenantId }] },
      select: { id: true, parentId: true, name: true, certification: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    }),
  }),

  getCompany: async ({ input, session, deps: { database } }) =>
    presentCompany(await findCompany(database.prisma, session, input.id)),

  getOwnCompany: async ({ session, deps: { database } }) =>
    session.companyId ? presentCompany(await findCompany(database.prisma, session, session.companyId)) : null,

  addCompany,
  editCompany,
  deleteCompany,
  submitCertification,
  queryInvoiceTitle,
  addInvoiceTitle,
  editInvoiceTitle,
  deleteInvoiceTitle,
};
