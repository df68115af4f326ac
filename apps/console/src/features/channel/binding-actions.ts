import { type BindingRow, bindingStateWords, bindingTransitions } from '@xyxlx/contracts/channel';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { notify } from '../../lib/notify.ts';

/** What can be done with a channel account: authorise, test, edit, release. */
export function bindingActions(
  t: TFunction<'channel'>,
  onEdit: (binding: BindingRow) => void,
): RecordAction<BindingRow>[] {
  const changed = { permission: 'channel.edit', affects: [api.channel.pathFilter()] } as const;
  const authorize = byState(bindingTransitions, 'authorizeBinding');
  const canConnect = (binding: BindingRow) => binding.hasSecret && authorize.offered(binding);
  return [
    {
      ...changed,
      ...authorize,
      label: ({ state }) =>
        t(state === 'BOUND' || state === 'INVALID' ? 'act.authorizeAgain' : 'act.authorize'),
      look: 'primary',
      offered: canConnect,
      // Answered either way: what the channel said stands in the binding.
      async one({ id, version }) {
        const { state, lastCheck } = await client.channel.authorizeBinding.mutate({ id, version });
        if (state === 'BOUND') notify('success', t('authorize.done'));
        else notify('error', lastCheck?.message ?? labelText(bindingStateWords[state]));
      },
      done: null,
    },
    {
      ...changed,
      name: 'testBinding',
      label: t('act.test'),
      offered: canConnect,
      async one({ id }) {
        const { ok, message, elapsedMs } = await client.channel.testBinding.mutate({ id });
        notify(ok ? 'success' : 'error', `${message} · ${elapsedMs} ms`);
      },
      done: null,
    },
    { ...changed, name: 'editBinding', label: t('act.edit'), press: onEdit },
    {
      ...changed,
      ...byState(bindingTransitions, 'releaseBinding'),
      label: t('act.release'),
      look: 'danger',
      ask: { words: t('act.release.words'), reason: 'needed' },
      one: ({ id, version }, given) => client.channel.releaseBinding.mutate({ id, version, ...given }),
    },
  ];
}
