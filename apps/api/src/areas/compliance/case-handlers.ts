import type { complianceAlert } from '@xyxlx/contracts/compliance-alert';
import type { complianceCase } from '@xyxlx/contracts/compliance-case';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { alerts } from './alerts/alert.sql.ts';
import { caseEvents, cases, mustSeeCase } from './cases/case.sql.ts';
import { caseOf } from './cases/case-detail.sql.ts';
import { caseExport } from './cases/case-export.ts';
import { getCaseGraph } from './cases/case-graph.ts';
import { claimCase, claimNext } from './cases/claim.ts';
import { closeCase } from './cases/close-case.ts';
import { getDesk } from './cases/desk.ts';
import { explain } from './cases/explain.ts';
import { freezeSubject } from './cases/freeze-subject.ts';
import { assignCase, escalateCase, releaseCase } from './cases/hand-on.ts';
import { linkCase } from './cases/link-case.ts';
import { addAttachment, addNote, downloadAttachment } from './cases/notes.ts';
import { openCase } from './cases/open-case.ts';
import { reopenCase } from './cases/reopen-case.ts';
import { suspendCase } from './cases/suspend-case.ts';
import { unfreezeSubject } from './cases/unfreeze-subject.ts';

export const caseHandlers: Handlers<typeof complianceAlert & typeof complianceCase> = {
  queryAlert: (call) => queryList(call, alerts),
  queryCase: (call) => queryList(call, cases),
  getCase: ({ input, session, deps, now }) => caseOf(deps.database.pool, session, input.id, now),
  queryCaseEvent: async (call) => {
    await mustSeeCase(call.deps.database.pool, call.session, call.input.id);
    return queryList(call, caseEvents);
  },
  explain,
  getCaseGraph,
  getDesk,
  openCase,
  claimNext,
  claimCase,
  releaseCase,
  assignCase,
  escalateCase,
  suspendCase,
  addNote,
  addAttachment,
  downloadAttachment,
  closeCase,
  reopenCase,
  linkCase,
  freezeSubject,
  unfreezeSubject,
  exportCase: (call) => exportFile(call, caseExport),
};
