import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The approval of one record, by the kind of thing it is to the mechanism; none of a record that is only being made. */
export function useSubjectApproval(subjectType: string, subjectId: string | undefined) {
  return useQuery(
    api.approval.getSubjectApproval.queryOptions(
      subjectId === undefined ? skipToken : { subjectType, subjectId },
      { trpc: { context: { background: true } } },
    ),
  ).data;
}
