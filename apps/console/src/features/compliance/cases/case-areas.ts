import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { api } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** What is read again after a step of a case: the case, its history, the desk and the lists. */
export const caseAreas = [
  api.compliance.getCase.pathFilter(),
  api.compliance.queryCase.pathFilter(),
  api.compliance.queryCaseEvent.pathFilter(),
  api.compliance.getDesk.pathFilter(),
  api.approval.pathFilter(),
];

/** Shows a case as the answer to a step has it, before all is read again: what is done next is done with this version. */
export function showCase(row: RiskCaseDetail): void {
  queryClient.setQueryData(api.compliance.getCase.queryKey({ id: row.id }), row);
}
