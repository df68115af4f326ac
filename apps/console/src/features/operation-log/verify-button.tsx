import { SafetyCertificateOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import type { operationLog as contract } from '@xyxlx/contracts/operation-log';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import styles from './verify-button.module.css';

type Outcome = z.infer<typeof contract.verifyIntegrity.output>;

/** 验证完整性: goes through the chain of seals and names every row that was edited, removed or cut off. */
export function VerifyButton() {
  const { t } = useTranslation('operation-log');
  const verify = useMutation(api.operationLog.verifyIntegrity.mutationOptions());
  return (
    <>
      <Button
        icon={<SafetyCertificateOutlined />}
        loading={verify.isPending}
        onClick={() => verify.mutate({})}
      >
        {t('verify.action')}
      </Button>
      <Modal
        open={verify.data !== undefined}
        title={t('verify.title')}
        width={560}
        onCancel={() => verify.reset()}
        footer={
          <Button type="primary" onClick={() => verify.reset()}>
            {t('verify.close')}
          </Button>
        }
      >
        {verify.data && <VerifyOutcome outcome={verify.data} />}
      </Modal>
    </>
  );
}

function VerifyOutcome({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('operation-log');
  return (
    <>
      <p className={styles.words} data-ok={outcome.ok}>
        {t(outcome.ok ? 'verify.ok' : 'verify.broken')}
      </p>
      <ul className={styles.tenants}>
        {outcome.tenants.map(({ tenant, ok, checked, problems }) => (
          <li key={tenant.id}>
            <span className={styles.tenant}>{tenant.name}</span>
            <span className="figures">{t('verify.checked', { total: countText(checked) })}</span>
            <StateTag tone={ok ? 'good' : 'bad'}>{t(ok ? 'verify.whole' : 'verify.damaged')}</StateTag>
            {problems.length > 0 && (
              <ul className={styles.problems}>
                {problems.map(({ seq, kind, explanation }) => (
                  <li key={`${seq} ${kind}`}>{t('verify.problem', { seq, explanation })}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
