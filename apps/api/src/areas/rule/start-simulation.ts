import type { ruleSimulation as contract } from '@xyxlx/contracts/rule-simulation';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { FieldRefusal, Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { byId, visibleInTenant, visibleMerchants } from '../../platform/records/scope.ts';

type Input = z.output<typeof contract.startSimulation.input>;

/** Starts the job that judges the past by a version; throws 406 while another of its 制度 is at work. */
export async function startSimulation(
  tx: Transaction,
  by: Caller,
  { versionId, from, to, merchantId }: Input,
): Promise<z.output<typeof contract.startSimulation.output>> {
  const { session, deps } = by;
  const { tenantId, institutionId, name, no, sha256 } = await findVersion(tx, session, versionId);
  await checkMerchant(tx, session, tenantId, merchantId);
  const [id] = await rowsOf<{ id: string }>(tx, sql`SELECT uuidv7() AS id`);
  const simulationId = id?.id as string;
  const jobId = await deps.jobs.start(tx, by, {
    kind: 'ruleSimulation',
    payload: { tenantId, simulationId, institutionId },
  });
  const made = await rowsOf(
    tx,
    sql`INSERT INTO rule_simulations (id, tenant_id, institution_id, version_id, sha256, from_day, to_day, merchant_id, job_id, created_by)
        VALUES (${simulationId}::uuid, ${tenantId}::uuid, ${institutionId}::uuid, ${versionId}::uuid, ${sha256}, ${from}::date, ${to}::date,
          ${merchantId ?? null}::uuid, ${jobId}::uuid, ${session.userName})
        ON CONFLICT (tenant_id, institution_id) WHERE finished_at IS NULL DO NOTHING RETURNING id`,
  );
  if (made.length === 0) {
    throw new Refusal({ zh: '该制度已有模拟在运行', en: 'A simulation of this policy is at work already' });
  }
  await logChange(tx, by, {
    tenantId,
    id: institutionId,
    label: `${name} v${no}`,
    after: { from, to, ...(merchantId && { merchantId }), jobId },
  });
  return { jobId, simulationId };
}

async function findVersion(
  tx: Transaction,
  session: Session,
  versionId: string,
): Promise<{ tenantId: string; institutionId: string; name: string; no: number; sha256: string }> {
  const [found] = await rowsOf<Awaited<ReturnType<typeof findVersion>>>(
    tx,
    sql`SELECT v.tenant_id AS "tenantId", v.institution_id AS "institutionId", i.name, v.no, v.sha256 FROM institution_versions v
        JOIN institutions i ON i.tenant_id = v.tenant_id AND i.id = v.institution_id
        WHERE ${byId(session, 'v', versionId)} AND ${visibleInTenant(session, 'v')}`,
  );
  if (!found) throw recordMissing();
  return found;
}

/** Whoever does not see the whole tenant simulates a merchant that they see. */
async function checkMerchant(
  tx: Transaction,
  session: Session,
  tenantId: string,
  merchantId: string | undefined,
): Promise<void> {
  const { scope } = session;
  if (merchantId === undefined) {
    if (scope.all || scope.tenant) return;
    throw new FieldRefusal('merchantId', {
      zh: '全部商户超出您的数据范围，请选择商户',
      en: 'All merchants are beyond your data scope: choose one',
    });
  }
  const seen = await rowsOf(
    tx,
    sql`SELECT FROM merchants m WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${merchantId}::uuid AND ${visibleMerchants(session, 'm')}`,
  );
  if (seen.length === 0) throw recordMissing();
}
