import { institutionTransitions } from '@xyxlx/contracts/rule';
import type { InstitutionDetail, InstitutionRow } from '@xyxlx/contracts/rule-institution';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';
import { DisableForecast } from './disable-forecast.tsx';

const SimulationDialog = lazy(async () => ({
  default: (await import('./simulation-dialog.tsx')).SimulationDialog,
}));
const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));

/** What can be done with one 制度 in its state. */
export function institutionActions(
  t: TFunction<'rule'>,
  onEdit: (institution: InstitutionDetail) => void,
): RecordAction<InstitutionDetail>[] {
  const changed = { affects: [api.rule.pathFilter(), api.approval.pathFilter()] } as const;
  const submit = byState(institutionTransitions, 'submitInstitution');
  return [
    {
      ...changed,
      ...submit,
      label: t('act.submit'),
      look: 'primary',
      offered: (institution) => submit.offered(institution) && hasSomethingToSubmit(institution),
      ask: { words: t('act.submit.words'), reason: 'needed' },
      done: t('act.submit.done'),
      one: ({ id, version }, given) => client.rule.submitInstitution.mutate({ id, version, ...given }),
    },
    {
      name: 'editInstitution',
      label: t('act.edit'),
      permission: 'rule.edit',
      offered: ({ state, next }) =>
        state !== 'ARCHIVED' && state !== 'SUBMITTED' && next?.state !== 'SUBMITTED',
      press: onEdit,
    },
    {
      name: 'startSimulation',
      label: t('simulation.title'),
      permission: 'rule.view',
      dialog: (institution, onClose) => <SimulationDialog institution={institution} onClose={onClose} />,
    },
    {
      ...changed,
      ...byState(institutionTransitions, 'disableInstitution'),
      label: t('act.disable'),
      look: 'danger',
      ask: {
        words: t('act.disable.words'),
        reason: 'needed',
        forecast: ({ id }) => <DisableForecast id={id} />,
      },
      one: ({ id, version }, given) => client.rule.disableInstitution.mutate({ id, version, ...given }),
    },
    {
      ...changed,
      ...byState(institutionTransitions, 'archiveInstitution'),
      label: t('act.archive'),
      look: 'danger',
      ask: { words: t('act.archive.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.rule.archiveInstitution.mutate({ id, version, ...given }),
    },
  ];
}

/** What can be done with several 制度 at once. */
export function bulkActions(t: TFunction<'rule'>): RecordAction<InstitutionRow>[] {
  return [
    {
      name: 'assignInstitution',
      label: t('act.assign'),
      permission: 'rule.edit',
      bulkDialog: (dialog) => <AssignDialog {...dialog} />,
    },
  ];
}

// An enabled one judges on by what is published: what is handed in is the draft beside it.
function hasSomethingToSubmit({ state, next }: Pick<InstitutionRow, 'state' | 'next'>): boolean {
  return state !== 'ENABLED' || next?.state === 'DRAFT';
}
