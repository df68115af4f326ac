import { type BreakRow, breakTransitions } from '@xyxlx/contracts/reconciliation';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

const MatchDialog = lazy(async () => ({ default: (await import('./match-dialog.tsx')).MatchDialog }));

/** What can be done with a break: it is matched, left until it is known, or the fund is adjusted by it. */
export function useBreakActions(): RecordAction<BreakRow>[] {
  const { t } = useTranslation('fund');
  const affects = [api.fund, api.platform, api.approval, api.home].map((area) => area.pathFilter());
  return [
    {
      ...byState(breakTransitions, 'matchBreak'),
      label: t('break.match'),
      dialog: (row, onClose) => <MatchDialog row={row} onClose={onClose} />,
    },
    {
      ...byState(breakTransitions, 'suspendBreak'),
      label: t('break.suspend'),
      ask: { words: t('break.suspend.words'), reason: 'needed' },
      one: ({ id, version }, { reason }) => client.fund.suspendBreak.mutate({ id, version, reason }),
      affects,
    },
    {
      ...byState(breakTransitions, 'adjustBreak'),
      label: t('break.adjust'),
      done: t('break.adjusted'),
      ask: { words: t('break.adjust.words'), reason: 'needed' },
      one: ({ id, version }, { reason }, call) =>
        client.fund.adjustBreak.mutate({ id, version, reason }, call),
      affects,
    },
  ];
}
