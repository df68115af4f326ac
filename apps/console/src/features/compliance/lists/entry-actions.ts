import type { RiskEntryRow } from '@xyxlx/contracts/compliance-list';
import type { TFunction } from 'i18next';
import type { RecordAction } from '../../../kit/actions/record-action.ts';
import { api, client } from '../../../lib/api.ts';

/** What can be done with an entry of a list: it is taken off, a black one once somebody else agrees. */
export function entryActions(t: TFunction<'compliance'>): RecordAction<RiskEntryRow>[] {
  return [
    {
      name: 'removeEntry',
      permission: 'compliance.settings',
      label: t('entry.remove'),
      look: 'danger',
      offered: ({ state }) => state === 'ACTIVE',
      ask: {
        words: ({ list }) => t(list === 'BLACK' ? 'entry.remove.black' : 'entry.remove.words'),
        reason: 'needed',
      },
      one: ({ id, version }, given) => client.compliance.removeEntry.mutate({ id, version, ...given }),
      affects: [api.compliance.pathFilter(), api.approval.pathFilter()],
    },
  ];
}
