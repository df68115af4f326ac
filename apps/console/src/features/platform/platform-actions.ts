import { type PlatformRow, platformTransitions } from '@xyxlx/contracts/platform';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

/** What can be done with a platform. */
export function platformActions(
  t: TFunction<'platform'>,
  onEdit: (platform: PlatformRow) => void,
): RecordAction<PlatformRow>[] {
  // Merchants are offered the platforms in use.
  const affects = [api.platform.pathFilter(), api.merchant.pathFilter()];
  return [
    {
      name: 'editPlatform',
      permission: 'platform.edit',
      label: t('act.edit'),
      look: 'primary',
      press: onEdit,
    },
    {
      affects,
      ...byState(platformTransitions, 'enablePlatform'),
      label: t('act.enable'),
      one: ({ id, version }) => client.platform.enablePlatform.mutate({ id, version }),
    },
    {
      affects,
      ...byState(platformTransitions, 'disablePlatform'),
      label: t('act.disable'),
      look: 'danger',
      ask: { words: t('act.disable.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.platform.disablePlatform.mutate({ id, version, ...given }),
    },
  ];
}
