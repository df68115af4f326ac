import { institutionTransitions } from '@xyxlx/contracts/rule';
import type { Institution, Prisma } from '@xyxlx/database/client/client';
import { waitingAlready } from '../../platform/approval/submit.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { inTenants } from '../../platform/records/scope.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { noTransition } from '../../platform/records/wrong-state.ts';

/** The states of a 制度; how it gets a checker's word stands in `publication.ts`. */
export const institutionStateMachine: RecordOf<
  typeof institutionTransitions,
  Pick<Institution, 'name' | 'version'>,
  Prisma.InstitutionUncheckedUpdateManyInput
> = {
  table: institutionTransitions,
  type: 'institution',
  label: ({ name }) => name,
  lock: async (tx, session, ids) => {
    const keys = await rowsOf<{ tenantId: string; id: string }>(
      tx,
      sql`SELECT i.tenant_id AS "tenantId", i.id FROM institutions i
          WHERE ${inTenants(session, 'i')} AND i.id = ANY(${[...ids]}::uuid[]) ORDER BY i.id FOR UPDATE`,
    );
    return tx.institution.findMany({ where: keysOf(keys), orderBy: { id: 'asc' } });
  },
  update: (tx, where, data) => tx.institution.updateMany({ where, data }),
  refusal: (state, action) =>
    state === 'SUBMITTED' ? waitingAlready() : noTransition(institutionTransitions)(state, action),
};
