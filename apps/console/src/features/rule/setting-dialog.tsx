import { useMutation, useQuery } from '@tanstack/react-query';
import { rule as contract, withoutRuleWords } from '@xyxlx/contracts/rule';
import { Button, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';

/** 规则设置: what happens to people whom no 制度 covers, and the change of it that waits; mount it to open it. */
export function SettingDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['rule', 'kit', 'common']);
  const { t: kit } = useTranslation('kit');
  const label = useLabel();
  const can = useCan();
  const setting = useQuery(api.rule.getSetting.queryOptions({}));
  const approval = useSubjectApproval('ruleSetting', setting.data?.id ?? undefined);
  const edit = useMutation(
    api.rule.editSetting.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(t('setting.done'), api.rule.pathFilter(), api.approval.pathFilter());
      },
    }),
  );
  const { data } = setting;
  const now = data && t('setting.now', { words: label(withoutRuleWords[data.withoutRule]) });
  if (!data || data.proposed !== null || !can('rule.edit')) {
    return (
      <Modal
        open
        title={t('setting.title')}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('common:close')}</Button>}
      >
        {!data && <Skeleton active paragraph={{ rows: 2 }} />}
        <p style={{ marginBottom: 12 }}>{now}</p>
        <PendingChange approval={approval} />
      </Modal>
    );
  }
  return (
    <FormDialog
      title={t('setting.title')}
      words={t('setting.words')}
      okText={t('act.submit')}
      schema={contract.editSetting.input}
      known={{ version: data.version }}
      work={edit}
      onClose={onClose}
      fields={(field) => [
        field.choice('withoutRule', t('setting.field'), withoutRuleWords, { initial: data.withoutRule }),
        field.text('reason', ...reasonField(kit)),
      ]}
    />
  );
}
