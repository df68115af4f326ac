import { permissions } from '@xyxlx/contracts/permissions';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { openBills } from '../../apps/api/src/areas/bill/open-bills.ts';
import { cardProduct, madeCard } from './cards.ts';
import { dailyPlan } from './issue-plans.ts';
import { idsSeen, namesOutside, ownedTables, type Seen } from './scope-truth.ts';
import { recordSimulation } from './simulations.ts';
import { longSessions, startTestApi, type TestApi } from './test-api.ts';

export const scopes = ['COMPANY_TREE', 'MERCHANTS', 'COMPANY_TREE and MERCHANTS', 'SELF'] as const;
type Scope = (typeof scopes)[number];

/** Somebody with every permission whose roles are of a scope. */
export interface Person {
  token: string;
  seen: Seen;
  /** The names of what they do not see. */
  outside: Set<string>;
  /** By table, the id of a record that they see, and of one that they do not. */
  mine: Map<string, string>;
  foreign: Map<string, string>;
}

export interface ScopeWorld {
  api: TestApi;
  admin: pg.Client;
  tenantId: string;
  /** The token of somebody who sees the whole tenant. */
  whole: string;
  person(scope: Scope): Person;
  close(): Promise<void>;
}

/** A tenant in which everything has a name of its own and somebody of each scope sees a part of it. */
export async function openScopeWorld(): Promise<ScopeWorld> {
  const api = await startTestApi({ settings: longSessions });
  const admin = await connect(api.databaseUrl);
  const { id: tenantId } = await api.deps.database.prisma.tenant.findUniqueOrThrow({
    where: { code: 'huadong' },
  });
  // Without the triggers that let a live record change only as approved.
  await admin.query(`SET session_replication_role = 'replica'`);
  await nameEverything(admin);
  const { tree, listed, unlisted } = await makeRecords(api, admin, tenantId);
  // Else the schedule opens the months that the bills made here leave out, while a test reads them.
  await openBills(api.deps);
  const [companyId] = tree as [string];
  const one = { api, tenantId, companyId };
  const { token: whole, userId } = await memberWith(one, [{ dataScope: 'TENANT' }]);
  await makeOwnRecords(api, tenantId, userId);
  // A role that covers what nobody of the others sees.
  await memberWith(one, [{ dataScope: 'MERCHANTS', merchantIds: [...listed, ...unlisted] }]);
  const people = new Map<Scope, Person>();
  for (const scope of scopes) {
    const kinds = scope.split(' and ');
    const ownTree = kinds.includes('COMPANY_TREE') ? tree : [];
    const ownList = kinds.includes('MERCHANTS') ? listed : [];
    const member = await memberWith(
      one,
      kinds.map((dataScope) => ({ dataScope, merchantIds: dataScope === 'MERCHANTS' ? ownList : [] })),
    );
    await makeOwnRecords(api, tenantId, member.userId);
    const inTree = await admin.query<{ id: string }>(
      'SELECT id FROM merchants WHERE company_id = ANY($1::uuid[])',
      [ownTree],
    );
    const seen: Seen = {
      userId: member.userId,
      companies: [...new Set([companyId, ...ownTree])],
      tree: ownTree,
      merchants: [...new Set([...inTree.rows.map(({ id }) => id), ...ownList])],
    };
    people.set(scope, {
      token: member.token,
      seen,
      outside: new Set(),
      mine: new Map(),
      foreign: new Map(),
    });
  }
  const owned = await ownedTables(admin);
  for (const person of people.values()) {
    person.outside = await namesOutside(admin, owned, tenantId, person.seen);
    person.mine = await idsSeen(admin, owned, tenantId, person.seen, 'inside');
    person.foreign = await idsSeen(admin, owned, tenantId, person.seen, 'outside');
  }
  return {
    api,
    admin,
    tenantId,
    whole,
    person: (scope) => people.get(scope) as Person,
    close: async () => {
      await admin.end();
      await api.close();
    },
  };
}

/** A company with one below it and three merchants in them, another merchant that only a role names, and records that the seed has none of. */
async function makeRecords(
  api: TestApi,
  admin: pg.Client,
  tenantId: string,
): Promise<{ tree: string[]; listed: string[]; unlisted: string[] }> {
  const { prisma } = api.deps.database;
  const head = await prisma.company.findFirstOrThrow({ where: { tenantId, parentId: null } });
  const top = await prisma.company.create({ data: { tenantId, parentId: head.id, name: '公司901号' } });
  const below = await prisma.company.create({ data: { tenantId, parentId: top.id, name: '公司902号' } });
  const { rows } = await admin.query<{ id: string }>(
    `SELECT m.id FROM merchants m JOIN bills b ON b.merchant_id = m.id
     WHERE m.tenant_id = $1 GROUP BY m.tenant_id, m.id ORDER BY count(*) DESC, m.id LIMIT 8`,
    [tenantId],
  );
  const [a, b, c, listed, ...others] = rows.map(({ id }) => id) as [string, string, string, string, string];
  await admin.query('UPDATE merchants SET company_id = $1 WHERE id = ANY($2::uuid[])', [top.id, [a, b]]);
  await admin.query('UPDATE merchants SET company_id = $1 WHERE id = $2', [below.id, c]);
  const other = await prisma.user.findFirstOrThrow({ where: { memberships: { some: { tenantId } } } });

  for (const [n, companyId] of [top.id, below.id, head.id].entries()) {
    await prisma.invitation.create({
      data: {
        tenantId,
        companyId,
        mobile: `1390000000${n}`,
        name: `用户${8000 + n}号`,
        expiresAt: new Date('2099-01-01'),
        createdBy: 'x',
        updatedBy: 'x',
      },
    });
    await prisma.invoiceTitle.create({ data: { tenantId, companyId, title: `抬头${n}`, taxNo: 'x' } });
    await prisma.fundAccount.upsert({
      where: { tenantId_companyId_kind: { tenantId, companyId, kind: 'ENTERPRISE' } },
      create: {
        tenantId,
        companyId,
        kind: 'ENTERPRISE',
        balance: 5_000_00 + n,
        frozen: 7 + n,
        threshold: 9_000_00,
      },
      update: { threshold: 10n ** 12n },
    });
    await prisma.approval.create({
      data: {
        tenantId,
        subjectType: 'companyCertification',
        subjectId: companyId,
        subjectLabel: 'x',
        companyId,
        makerId: other.id,
        makerIds: [other.id],
        makerName: 'x',
      },
    });
  }
  const productId = await cardProduct(api, tenantId);
  for (const [n, merchantId] of [a, c, listed, others[0] as string].entries()) {
    const batch = await prisma.limitBatch.create({
      data: {
        tenantId,
        merchantId,
        state: n % 2 ? 'READY' : 'FAILED',
        batchNo: `LB-90000${n}`,
        fileName: 'x.csv',
        sha256: '',
        reason: 'x',
      },
    });
    await recordSimulation(api, { tenantId, merchantId, n });
    const employee = await prisma.employee.findFirstOrThrow({ where: { merchantId } });
    const issue = await prisma.issueBatch.create({
      data: {
        ...{
          tenantId,
          merchantId,
          batchNo: `ISSUE-${n}`,
          name: 'x',
          reason: 'x',
          kind: 'MANUAL',
          state: 'DRAFT',
        },
        ...{ effectiveOn: new Date('2026-11-01'), inputSha256: '0'.repeat(64) },
      },
    });
    await prisma.issuePlan.create({
      data: {
        ...{ tenantId, merchantId, code: `FP9000000${n}`, name: 'x', type: 'DAILY' },
        versions: { create: { no: 1, definition: dailyPlan, sha256: '0'.repeat(64) } },
      },
    });
    await prisma.issueRow.create({
      data: {
        ...{ tenantId, batchId: issue.id, rowNo: 1, employeeId: employee.id, amount: 1 },
        ...{ employeeNo: employee.employeeNo, employeeName: employee.name },
      },
    });
    const bought = { merchantId, employeeId: employee.id, companyId: below.id };
    await madeCard(api, { tenantId, ...bought, productId, balance: 100 + n });
    await prisma.limitBatchRow.create({
      data: {
        tenantId,
        batchId: batch.id,
        rowNo: 2,
        employeeNo: employee.employeeNo,
        employeeName: employee.name,
        newLimitText: '1',
        state: 'FAILED',
      },
    });
    await prisma.approval.create({
      data: {
        tenantId,
        subjectType: 'limitBatch',
        subjectId: batch.id,
        subjectLabel: batch.batchNo,
        merchantId,
        makerId: other.id,
        makerIds: [other.id],
        makerName: 'x',
      },
    });
    const payment = await prisma.consumptionRecord.findFirstOrThrow({ where: { merchantId } });
    const { id: subjectId } = await prisma.invoiceApplication.create({
      data: {
        tenantId,
        applicationNo: `IA-90000${n}`,
        state: 'ISSUING',
        title: 'x',
        amount: 1,
        email: 'x@example.com',
        lines: { create: { consumptionId: payment.id, amount: 1 } },
      },
    });
    await prisma.mail.create({
      data: {
        ...{ tenantId, subjectType: 'invoice', subjectId, recipient: 'x@example.com', title: 'x', text: 'x' },
        ...{ state: 'SENT', attempts: 1, dueAt: new Date(), sentAt: new Date(), createdAt: new Date() },
      },
    });
    const { id } = await prisma.bill.findFirstOrThrow({ where: { merchantId, messages: { none: {} } } });
    await prisma.bill.update({
      where: { tenantId_id: { tenantId, id } },
      data: { state: 'DISPUTED', messages: { create: disputed } },
    });
  }
  for (const [n, companyId] of [top.id, below.id, head.id].entries()) {
    await prisma.bill.upsert({
      where: { tenantId_companyId_period: { tenantId, companyId, period: '2026-01' } },
      create: {
        tenantId,
        companyId,
        kind: 'COMPANY',
        period: '2026-01',
        billNo: `G-90000${n}`,
        state: 'DISPUTED',
        messages: { create: disputed },
      },
      update: {},
    });
  }
  await makeOwnRecords(api, tenantId, other.id);
  return { tree: [top.id, below.id], listed: [listed], unlisted: [others[0] as string] };
}

/** The first word of a dispute. */
const disputed = { seq: 1, side: 'CLAIM', text: 'x', authorName: 'x', createdAt: new Date() } as const;

/** What belongs to one person. */
async function makeOwnRecords(api: TestApi, tenantId: string, userId: string): Promise<void> {
  const { prisma } = api.deps.database;
  await prisma.notification.create({
    data: { tenantId, userId, kind: 'k', titleZh: 't', titleEn: 't' },
  });
  await prisma.job.create({
    data: {
      tenantId,
      kind: 'importEmployee',
      state: 'WAITING_CONFIRM',
      permission: 'employee.import',
      payload: { params: {}, header: [], rows: 0, report: null },
      origin: {},
      createdById: userId,
      createdBy: 'x',
    },
  });
}

/** Names by which a row is told from every other, wherever it is shown. */
async function nameEverything(admin: pg.Client): Promise<void> {
  for (const [table, column, word] of [
    ['companies', 'name', '公司'],
    ['merchants', 'name', '商户'],
    ['departments', 'name', '部门'],
    ['stores', 'name', '门店'],
    ['employees', 'name', '员工'],
    ['users', 'name', '用户'],
  ]) {
    await admin.query(
      `UPDATE ${table} t SET ${column} = '${word}' || n.n || '号'
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM ${table}) n WHERE n.id = t.id`,
    );
  }
  await admin.query(`UPDATE employees SET labels = ARRAY[replace(name, '员工', '标签')]`);
}

/** Somebody with every permission and these scopes. */
async function memberWith(
  { api, tenantId, companyId }: { api: TestApi; tenantId: string; companyId: string },
  roles: { dataScope: string; merchantIds?: string[] }[],
): Promise<{ token: string; userId: string }> {
  const { prisma } = api.deps.database;
  const count = await prisma.user.count();
  const user = await prisma.user.create({
    data: {
      mobile: `${crypto.randomUUID()}@scope.example`,
      name: `用户${9000 + count}号`,
      passwordHash: '-',
    },
  });
  const membership = await prisma.membership.create({ data: { tenantId, userId: user.id, companyId } });
  for (const { dataScope, merchantIds = [] } of roles) {
    const code = crypto.randomUUID();
    const { id: roleId } = await prisma.role.create({
      data: {
        tenantId,
        code,
        name: code,
        dataScope: dataScope as 'TENANT',
        merchantIds,
        permissions: [...permissions],
      },
    });
    await prisma.membershipRole.create({ data: { tenantId, membershipId: membership.id, roleId } });
  }
  const { token } = await api.deps.sessions.open(
    prisma,
    { userId: user.id, tenantId },
    { device: 'test', ip: '127.0.0.1' },
  );
  return { token, userId: user.id };
}
