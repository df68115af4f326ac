import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import type { RiskReportState } from '@xyxlx/contracts/compliance-case-kinds';
import { riskCaseTransitions } from '@xyxlx/contracts/compliance-case-states';
import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../../kit/actions/by-state.ts';
import type { RecordAction } from '../../../kit/actions/record-action.ts';
import { KeyHint } from '../../../kit/key-hint.tsx';
import { client } from '../../../lib/api.ts';
import { caseAreas } from './case-areas.ts';

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));
const CloseDialog = lazy(async () => ({ default: (await import('./close-dialog.tsx')).CloseDialog }));
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));
const ListDialog = lazy(async () => ({ default: (await import('./list-dialog.tsx')).ListDialog }));
const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }));
const ReportForm = lazy(async () => ({ default: (await import('./report-form.tsx')).ReportForm }));
const SuspendDialog = lazy(async () => ({ default: (await import('./suspend-dialog.tsx')).SuspendDialog }));

interface Looking {
  userId: string | undefined;
  /** Whether they give cases of others away. */
  mayDecide: boolean;
}

/** What can be done with a case; only whoever works it takes its steps. */
export function caseActions(
  t: TFunction<'compliance/cases'>,
  { userId, mayDecide }: Looking,
): RecordAction<RiskCaseDetail>[] {
  const isMine = ({ assignee }: RiskCaseDetail) => assignee !== null && assignee.id === userId;
  const own = (action: 'closeCase' | 'escalateCase' | 'suspendCase' | 'releaseCase') => {
    const usual = byState(riskCaseTransitions, action);
    return {
      ...usual,
      offered: (row: RiskCaseDetail) => usual.offered(row) && isMine(row),
      affects: caseAreas,
    };
  };
  const claim = byState(riskCaseTransitions, 'claimCase');
  const assign = byState(riskCaseTransitions, 'assignCase');
  return [
    {
      ...claim,
      offered: (row) => claim.offered(row) && isAwake(row),
      label: t('act.claim'),
      look: 'primary',
      one: ({ id, version }) => client.compliance.claimCase.mutate({ id, version }),
      affects: caseAreas,
    },
    {
      ...own('closeCase'),
      label: t('act.close'),
      look: 'primary',
      hint: <KeyHint name="C" />,
      dialog: (row, onClose) => <CloseDialog row={row} onClose={onClose} />,
    },
    {
      name: 'addNote',
      permission: 'compliance.audit',
      label: t('act.note'),
      dialog: (row, onClose) => <NoteDialog row={row} onClose={onClose} />,
    },
    {
      ...own('escalateCase'),
      label: t('act.escalate'),
      hint: <KeyHint name="E" />,
      ask: { words: t('act.escalate.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.compliance.escalateCase.mutate({ id, version, ...given }),
    },
    {
      ...own('suspendCase'),
      label: t('act.suspend'),
      hint: <KeyHint name="S" />,
      dialog: (row, onClose) => <SuspendDialog row={row} onClose={onClose} />,
    },
    {
      ...assign,
      offered: (row) => assign.offered(row) && (mayDecide || isMine(row)),
      label: t('act.assign'),
      dialog: (row, onClose) => <AssignDialog row={row} isAnybody={mayDecide} onClose={onClose} />,
    },
    {
      ...own('releaseCase'),
      label: t('act.release'),
      ask: { words: t('act.release.words') },
      one: ({ id, version }) => client.compliance.releaseCase.mutate({ id, version }),
    },
    {
      ...byState(riskCaseTransitions, 'reopenCase'),
      label: t('act.reopen'),
      look: 'primary',
      ask: { words: t('act.reopen.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.compliance.reopenCase.mutate({ id, version, ...given }),
      affects: caseAreas,
    },
    {
      name: 'fileReport',
      permission: 'compliance.audit',
      offered: ({ alerts, reports }) => alerts > 0 && !reports.some(({ state }) => isUndecided(state)),
      label: t('act.report'),
      dialog: (row, onClose) => <ReportForm row={row} onClose={onClose} />,
    },
    {
      name: 'linkCase',
      permission: 'compliance.audit',
      label: t('act.link'),
      dialog: (row, onClose) => <LinkDialog row={row} onClose={onClose} />,
    },
    {
      name: 'addToList',
      permission: 'compliance.settings',
      label: t('act.list'),
      dialog: (row, onClose) => <ListDialog row={row} onClose={onClose} />,
    },
    {
      name: 'freezeSubject',
      permission: 'compliance.audit',
      offered: ({ subject, profile }) => isFreezable(subject.type) && !profile.isFrozen,
      label: t('act.freeze'),
      look: 'danger',
      ask: { words: t('act.freeze.words'), reason: 'needed' },
      one: ({ id }, given) => client.compliance.freezeSubject.mutate({ id, ...given }),
      affects: caseAreas,
    },
    {
      name: 'unfreezeSubject',
      permission: 'compliance.audit',
      offered: ({ profile }) => profile.isFrozen && !profile.unfreezeWaits,
      label: t('act.unfreeze'),
      ask: { words: t('act.unfreeze.words'), reason: 'needed' },
      one: ({ id }, given) => client.compliance.unfreezeSubject.mutate({ id, ...given }),
      affects: caseAreas,
    },
  ];
}

/** Of a case one report at a time waits or is written. */
function isUndecided(state: RiskReportState): boolean {
  return state === 'SUBMITTED' || state === 'WRITING';
}

function isFreezable(type: RiskSubject): boolean {
  return type === 'EMPLOYEE' || type === 'CARD';
}

/** A suspended case is taken up again from its day on. */
function isAwake({ suspendedUntil, asOf }: RiskCaseDetail): boolean {
  return suspendedUntil === null || Date.parse(suspendedUntil) <= Date.parse(asOf);
}
