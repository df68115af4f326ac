import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

/** The approval of one record, by the kind of thing it is to the mechanism. */
export function useSubjectApproval(subjectType: string, subjectId: string) {
  return useQuery(
    api.approval.getSubjectApproval.queryOptions(
      { subjectType, subjectId },
      { trpc: { context: { background: true } } },
    ),
  ).data;
}
