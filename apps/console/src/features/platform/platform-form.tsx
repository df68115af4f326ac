import { useMutation } from '@tanstack/react-query';
import {
  platform as contract,
  feeText,
  type PlatformRow,
  platformGuarded,
  platformTypeWords,
} from '@xyxlx/contracts/platform';
import { useTranslation } from 'react-i18next';
import { useGuardedChange } from '../../kit/approval/guarded-change.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** Adds a platform or changes one; its fee waits for a checker. */
export function PlatformForm({ platform, onClose }: { platform: PlatformRow | null; onClose(): void }) {
  const { t } = useTranslation(['platform', 'kit']);
  const isGuarded = platform !== null;
  const { guard, savedWords, reason } = useGuardedChange(
    'platformChange',
    platformGuarded,
    platform,
    isGuarded,
  );
  const changed = async (words: string) => {
    onClose();
    await acted(words, api.platform.pathFilter(), api.merchant.pathFilter(), api.approval.pathFilter());
  };
  const add = useMutation(
    api.platform.addPlatform.mutationOptions({
      onSuccess: ({ pendingFeeBps }) =>
        changed(pendingFeeBps === null ? t('kit:saved') : t('form.added', { fee: feeText(pendingFeeBps) })),
    }),
  );
  const edit = useMutation(
    api.platform.editPlatform.mutationOptions({
      onSuccess: (saved, sent) => changed(savedWords(saved, sent)),
    }),
  );
  return (
    <RecordForm
      title={t(platform ? 'form.edit' : 'form.add')}
      record={platform}
      guard={guard}
      add={{ schema: contract.addPlatform.input, work: add }}
      edit={{ schema: contract.editPlatform.input, work: edit }}
      size={480}
      onClose={onClose}
      fields={(field) => [
        field.text('code', t('field.code'), { isCode: true, isUpper: true, isShownFixed: true }),
        field.text('name', t('field.name')),
        field.choice('type', t('field.type'), platformTypeWords, { initial: 'PAYMENT' }),
        field.number('feeBps', t('form.fee'), {
          initial: 0,
          extra: t(platform ? 'form.fee.unit' : 'form.fee.new'),
        }),
        reason && field.text('reason', ...reason),
      ]}
    />
  );
}
