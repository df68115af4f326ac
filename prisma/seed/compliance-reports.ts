import type { Prisma } from '../client/client.ts';
import { type CaseRow, head, officer } from './compliance-case-rows.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

type Tx = Prisma.TransactionClient;

const tenant = tenantId('A');
const narrative =
  '该员工此前没有消费记录，首笔消费即为单笔大额，收款商户与其所在单位无采购往来，经询问未能说明用途，收款方亦未能提供与金额相符的订单与发票，疑似套取额度，现按规定上报。';

/** A report that was approved: its file the service writes as it starts, and seals the report with its hash. */
export async function seedReports(tx: Tx, cases: readonly CaseRow[]): Promise<void> {
  for (const { id: caseId, caseNo, hitId, steps } of cases.filter(({ fate }) => fate === 'reported')) {
    const at = new Date(steps.at(-1)?.at ?? 0);
    const [{ day, due }] = await tx.$queryRaw<[{ day: string; due: Date }]>`
      SELECT to_char(${at}::timestamptz AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD') AS day,
        (${at}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date + 7 AS due`;
    const id = idOf(`riskReport/${caseNo}`, at);
    const [maker, checker] = [officer(), head()];
    const reportNo = `KY${day}0001`;
    const { merchantId } = await tx.riskCase.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: tenant, id: caseId } },
    });
    await tx.riskReport.create({
      data: {
        ...{ id, tenantId: tenant, reportNo, caseId, kind: 'TRANSACTION', narrative, hitIds: [hitId] },
        // Five working days take a week.
        ...{ measures: ['WATCH'], dueOn: due, createdAt: at, createdBy: maker.name, createdById: maker.id },
      },
    });
    await tx.tenantCounter.create({ data: { tenantId: tenant, kind: `KY${day}`, value: 1 } });
    const approvalId = idOf(`approval/suspiciousReport/${id}`, at);
    const decidedAt = new Date(at.getTime() + 30 * 60_000);
    await tx.approval.create({
      data: {
        ...{ id: approvalId, tenantId: tenant, subjectType: 'suspiciousReport', subjectId: id, merchantId },
        ...{
          subjectLabel: `${reportNo} ${caseNo}`,
          makerId: maker.id,
          makerName: maker.name,
          makerIds: [maker.id],
        },
        createdAt: at,
      },
    });
    await tx.approval.update({
      where: { tenantId_id: { tenantId: tenant, id: approvalId } },
      data: { state: 'APPROVED', checkerId: checker.id, checkerName: checker.name, decidedAt },
    });
    const of = { tenantId: tenant, approvalId };
    await tx.approvalEvent.createMany({
      data: [
        { ...of, action: 'SUBMIT', actorId: maker.id, actorName: maker.name, createdAt: at },
        { ...of, action: 'APPROVE', actorId: checker.id, actorName: checker.name, createdAt: decidedAt },
      ],
    });
    await tx.$executeRaw`
      UPDATE risk_reports SET state = 'WRITING', approval_id = ${approvalId}::uuid, approved_at = ${decidedAt}::timestamptz,
        kept_until = ((${decidedAt}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date + interval '120 months')::date, version = version + 1
      WHERE tenant_id = ${tenant}::uuid AND id = ${id}::uuid`;
  }
}
