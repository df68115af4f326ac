import type { approval as contract } from '@xyxlx/contracts/approval';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { approvalScope, waitingFor } from '../../platform/approval/approval-scope.ts';
import { decide, findApproval } from '../../platform/approval/decide.ts';
import { withVisitors } from '../../platform/approval/visitor.ts';
import { escapeLike } from '../../platform/db/escape-like.ts';
import { dayRange } from '../../platform/time/shanghai.ts';
import type { Handlers } from '../../wire/implement.ts';
import { forecastAct, forecastActs } from './forecast.ts';
import { approvalDetail, presentApproval } from './present-approval.ts';
import { revealChange } from './reveal-change.ts';
import { proposeThreshold, rulesOf } from './rules.ts';

type Filters = {
  subjectType?: string | undefined;
  keyword?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
type Page = {
  pageNum: number;
  pageSize: number;
  sort?: { field: 'createdAt' | 'amount' | 'decidedAt'; order: 'asc' | 'desc' } | undefined;
};

export const approval: Handlers<typeof contract> = {
  queryTodo: (call) =>
    page(call, {
      AND: [waitingFor(call.session, call.deps.registry.approvals.values()), filterOf(call.input)],
    }),

  todoCount: async ({ session, deps: { database, registry } }) => {
    const groups = await database.prisma.approval.groupBy({
      by: ['subjectType'],
      where: waitingFor(session, registry.approvals.values()),
      _count: true,
    });
    const byType = groups.map(({ subjectType, _count }) => ({
      subjectType,
      subjectTypeLabel: registry.approvals.get(subjectType)?.label ?? {
        zh: subjectType,
        en: subjectType,
      },
      count: _count,
    }));
    return { total: byType.reduce((sum, { count }) => sum + count, 0), byType };
  },

  queryApproval: (call) => {
    const { state, subjectId, mine } = call.input;
    const { userId } = call.session;
    return page(call, {
      AND: [
        approvalScope(call.session),
        filterOf(call.input),
        {
          ...(state && { state: { in: state } }),
          ...(subjectId && { subjectId }),
          ...(mine === 'made' && { makerId: userId }),
          ...(mine === 'decided' && { checkerId: userId }),
        },
      ],
    });
  },

  getApproval: async (call) => {
    const row = await findApproval(call.deps.database.prisma, call.session, { id: call.input.id });
    if (!row) throw recordMissing();
    return approvalDetail(call, row);
  },

  getSubjectApproval: async (call) => {
    const row = await findApproval(call.deps.database.prisma, call.session, call.input);
    return row && approvalDetail(call, row);
  },

  queryRule: rulesOf,
  editThreshold: proposeThreshold,
  forecastAct,
  forecastActs,

  approve: (call) => decideHere(call, 'APPROVE'),
  reject: (call) => decideHere(call, 'REJECT'),
  withdraw: (call) => decideHere(call, 'WITHDRAW'),
  revealChange,
};

async function decideHere(
  call: Call<{ id: string; reason?: string | undefined }, Session>,
  kind: 'APPROVE' | 'REJECT' | 'WITHDRAW',
): Promise<null> {
  const { input, session, deps } = call;
  const row = await findApproval(deps.database.prisma, session, { id: input.id });
  const subject = row && deps.registry.approvals.get(row.subjectType);
  if (!row || !subject) throw recordMissing();
  return decide(call, subject, row, kind, { reason: input.reason ?? null, answer: async () => null });
}

function filterOf({ subjectType, keyword, from, to }: Filters): Prisma.ApprovalWhereInput {
  const createdAt = dayRange(from, to);
  return {
    ...(subjectType && { subjectType }),
    ...(createdAt && { createdAt }),
    ...(keyword && { subjectLabel: { contains: escapeLike(keyword), mode: 'insensitive' } }),
  };
}

async function page(
  { input, session, request, deps }: Call<Page, Session>,
  where: Prisma.ApprovalWhereInput,
) {
  const { pageNum, pageSize, sort } = input;
  const { prisma } = deps.database;
  const order = sort?.order ?? 'desc';
  const [total, rows] = await Promise.all([
    prisma.approval.count({ where }),
    prisma.approval.findMany({
      where,
      include: withVisitors,
      orderBy: [{ [sort?.field ?? 'createdAt']: order }, { id: order }],
      skip: (pageNum - 1) * pageSize,
      take: pageSize,
    }),
  ]);
  return {
    list: rows.map((row) => presentApproval(deps, row, session, request.language)),
    total,
    pageNum,
    pageSize,
  };
}
