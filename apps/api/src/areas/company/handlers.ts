import type { company as contract } from '@xyxlx/contracts/company';
import type { Prisma } from '@xyxlx/database/client/client';
import { escapeLike } from '../../platform/db/escape-like.ts';
import type { Handlers } from '../../wire/implement.ts';
import { submitCertification } from './certification.ts';
import { addCompany, deleteCompany, editCompany } from './change-company.ts';
import { companyAndBelow } from './company-tree.ts';
import { companyInclude, companyScope, findCompany, presentCompany } from './find-company.ts';
import {
  addInvoiceTitle,
  deleteInvoiceTitle,
  editInvoiceTitle,
  queryInvoiceTitle,
} from './invoice-titles.ts';

export const company: Handlers<typeof contract> = {
  queryCompany: async ({ input, session, deps: { database } }) => {
    const { pageNum, pageSize, sort, keyword, certification, belowId } = input;
    const top = belowId ? await findCompany(database.prisma, session, belowId) : null;
    const below = top && (await companyAndBelow(database.prisma, top.tenantId, top.id));
    const where: Prisma.CompanyWhereInput = {
      AND: [
        companyScope(session),
        keyword
          ? {
              OR: [
                { name: { contains: escapeLike(keyword), mode: 'insensitive' } },
                { creditCode: keyword.toUpperCase() },
              ],
            }
          : {},
        certification ? { certification: { in: certification } } : {},
        below ? { id: { in: below, not: belowId as string } } : {},
      ],
    };
    const [total, rows] = await Promise.all([
      database.prisma.company.count({ where }),
      database.prisma.company.findMany({
        where,
        include: companyInclude(session),
        orderBy: [sort ? { [sort.field]: sort.order } : { createdAt: 'asc' }, { id: 'asc' }],
        skip: (pageNum - 1) * pageSize,
        take: pageSize,
      }),
    ]);
    return { list: rows.map(presentCompany), total, pageNum, pageSize };
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
