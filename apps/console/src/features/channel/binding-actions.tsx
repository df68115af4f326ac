import { useMutation } from '@tanstack/react-query';
import { type BindingRow, bindingStateWords } from '@xyxlx/contracts/channel';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../kit/actions/reason-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';

/** What can be done with a channel account: test, authorise, edit, release. */
export function BindingActions({ binding, onEdit }: { binding: BindingRow; onEdit(): void }) {
  const { t } = useTranslation(['channel', 'kit']);
  const [isAsking, setAsking] = useState(false);
  const { id, version, state, name, hasSecret } = binding;
  const canConnect = hasSecret && state !== 'RELEASED';
  const test = useMutation(
    api.channel.testBinding.mutationOptions({
      onSuccess: async ({ ok, message, elapsedMs }) => {
        notify(ok ? 'success' : 'error', `${message} · ${elapsedMs} ms`);
        await queryClient.invalidateQueries(api.channel.pathFilter());
      },
    }),
  );
  const authorize = useMutation(
    api.channel.authorizeBinding.mutationOptions({
      // Answered either way: what the channel said stands in the binding.
      onSuccess: async (after) => {
        if (after.state === 'BOUND') return acted(t('authorize.done'), api.channel.pathFilter());
        notify('error', after.lastCheck?.message ?? labelText(bindingStateWords[after.state]));
        return queryClient.invalidateQueries(api.channel.pathFilter());
      },
    }),
  );
  const release = useMutation(
    api.channel.releaseBinding.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        await acted(t('kit:done'), api.channel.pathFilter());
      },
    }),
  );
  return (
    <>
      {canConnect && (
        <>
          <Button
            type="primary"
            loading={authorize.isPending}
            onClick={() => authorize.mutate({ id, version })}
          >
            {t(state === 'BOUND' || state === 'INVALID' ? 'act.authorizeAgain' : 'act.authorize')}
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate({ id })}>
            {t('act.test')}
          </Button>
        </>
      )}
      <Button onClick={onEdit}>{t('act.edit')}</Button>
      {state !== 'RELEASED' && (
        <Button danger onClick={() => setAsking(true)}>
          {t('act.release')}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={`${t('act.release')} · ${name}`}
          words={t('act.release.words')}
          okText={t('act.release')}
          danger
          isPending={release.isPending}
          onClose={() => setAsking(false)}
          onSubmit={({ reason }) => release.mutate({ id, version, reason })}
        />
      )}
    </>
  );
}
