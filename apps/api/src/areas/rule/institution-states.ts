import { institutionTransitions } from '@xyxlx/contracts/rule';
import type { Institution, Prisma } from '@xyxlx/database/client/client';
import { waitingAlready } from '../../platform/approval/submit.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { noTransition } from '../../platform/records/wrong-state.ts';
import { lockInstitutions } from './find-institution.ts';

/** The states of a 制度; how it gets a checker's word stands in `publication.ts`. */
export const institutionStateMachine: RecordOf<
  typeof institutionTransitions,
  Pick<Institution, 'name' | 'version'>,
  Prisma.InstitutionUncheckedUpdateManyInput
> = {
  table: institutionTransitions,
  type: 'institution',
  label: ({ name }) => name,
  lock: lockInstitutions,
  update: (tx, where, data) => tx.institution.updateMany({ where, data }),
  refusal: (state, action) =>
    state === 'SUBMITTED' ? waitingAlready() : noTransition(institutionTransitions)(state, action),
};
