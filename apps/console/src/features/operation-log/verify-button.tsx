import { SafetyCertificateOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import type { operationLog as contract } from '@xyxlx/contracts/operation-log';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { z } from 'zod';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { countText } from '../../lib/money.ts';
import { detailPath } from './detail-path.ts';
import styles from './verify-button.module.css';

type Outcome = z.infer<typeof contract.verifyIntegrity.output>;
type Problem = Outcome['tenants'][number]['problems'][number];

// Of these nothing is left that could be opened.
const gone: readonly Problem['kind'][] = ['removed', 'sealMissing', 'cutOff'];

/** 验证完整性: goes through the chain of seals and names every row that was edited, removed or cut off. */
export function VerifyButton() {
  const { t } = useTranslation('operation-log');
  const verify = useMutation(api.operationLog.verifyIntegrity.mutationOptions());
  const close = () => verify.reset();
  return (
    <>
      <Button
        icon={<SafetyCertificateOutlined aria-hidden />}
        loading={verify.isPending}
        onClick={() => verify.mutate({})}
      >
        {t('verify.action')}
      </Button>
      <Modal
        open={verify.data !== undefined}
        title={t('verify.title')}
        width={600}
        onCancel={close}
        footer={
          <Button type="primary" onClick={close}>
            {t('verify.close')}
          </Button>
        }
      >
        {verify.data && <VerifyOutcome outcome={verify.data} onLeave={close} />}
      </Modal>
    </>
  );
}

function VerifyOutcome({ outcome, onLeave }: { outcome: Outcome; onLeave(): void }) {
  const { t } = useTranslation('operation-log');
  const total = outcome.tenants.reduce((sum, { problems }) => sum + problems.length, 0);
  return (
    <>
      <Alert
        showIcon
        type={outcome.ok ? 'success' : 'error'}
        title={outcome.ok ? t('verify.ok') : t('verify.found', { total: countText(total) })}
      />
      <ul className={styles.tenants}>
        {outcome.tenants.map(({ tenant, ok, checked, head, problems }) => (
          <li key={tenant.id}>
            <span className={styles.tenant}>{tenant.name}</span>
            <span className={styles.checked}>
              {t('verify.checked', { total: countText(checked) })}
              {head && ` · ${t('verify.head', { seq: countText(head.seq) })}`}
            </span>
            <ToneTag tone={ok ? 'good' : 'bad'}>{t(ok ? 'verify.whole' : 'verify.damaged')}</ToneTag>
            {problems.length > 0 && <Problems problems={problems} onLeave={onLeave} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Problems({ problems, onLeave }: { problems: readonly Problem[]; onLeave(): void }) {
  const { t } = useTranslation('operation-log');
  const placeOf = (seq: number, kind: Problem['kind']) => {
    if (kind === 'unsealed') return t('seal.pending');
    return t(kind === 'inserted' ? 'verify.after' : 'verify.number', { seq: countText(seq) });
  };
  return (
    <ol className={styles.problems}>
      {problems.map(({ seq, kind, logId }) => (
        <li key={`${seq} ${kind} ${logId}`}>
          <strong>{placeOf(seq, kind)}</strong>
          <span>{t(`verify.${kind}`)}</span>
          {logId && !gone.includes(kind) && (
            <Link to={detailPath(logId)} onClick={onLeave}>
              {t('verify.show')}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
