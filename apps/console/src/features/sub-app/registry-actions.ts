import { paths } from '@xyxlx/contracts/paths';
import { type RegisteredSubApp, subAppTransitions } from '@xyxlx/contracts/sub-app';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';

interface Options {
  onEdit(app: RegisteredSubApp): void;
  /** Goes to an address of the console. */
  onOpen(path: string): void;
}

/** What can be done with a sub-application of the registry. */
export function registryActions(
  t: TFunction<'sub-app'>,
  { onEdit, onOpen }: Options,
): RecordAction<RegisteredSubApp>[] {
  const affects = [api.subApp.pathFilter()];
  return [
    {
      name: 'editSubApp',
      permission: 'service.subapp',
      label: t('act.edit'),
      look: 'primary',
      press: onEdit,
    },
    {
      affects,
      ...byState(subAppTransitions, 'enableSubApp'),
      label: t('act.enable'),
      ask: { words: t('act.enable.words') },
      one: ({ id, version }) => client.subApp.enableSubApp.mutate({ id, version }),
    },
    {
      affects,
      ...byState(subAppTransitions, 'disableSubApp'),
      label: t('act.disable'),
      look: 'danger',
      ask: { words: t('act.disable.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.subApp.disableSubApp.mutate({ id, version, ...given }),
    },
    {
      name: 'openSubApp',
      label: t('act.open'),
      offered: ({ state }) => state === 'ENABLED',
      press: ({ code }) => onOpen(paths.subApp.replace(':code', code)),
    },
  ];
}
