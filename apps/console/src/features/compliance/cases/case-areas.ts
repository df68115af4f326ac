import { api } from '../../../lib/api.ts';

/** What is read again after a step of a case: the case, its history, the desk and the lists. */
export const caseAreas = [
  api.compliance.getCase.pathFilter(),
  api.compliance.queryCase.pathFilter(),
  api.compliance.queryCaseEvent.pathFilter(),
  api.compliance.getDesk.pathFilter(),
  api.approval.pathFilter(),
];
