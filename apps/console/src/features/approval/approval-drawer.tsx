import { skipToken, useQuery } from '@tanstack/react-query';
import type { approval as contract } from '@xyxlx/contracts/approval';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { z } from 'zod';
import { DetailDrawer } from '../../kit/detail-drawer.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Money } from '../../kit/money.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { momentText } from '../../lib/time.ts';
import { ApprovalActions } from './approval-actions.tsx';
import styles from './approval-drawer.module.css';
import { ApprovalStateTag } from './approval-state-tag.tsx';

type Detail = z.infer<typeof contract.getApproval.output>;

/** One approval with its history, over the list. */
export function ApprovalDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('approval');
  const record = useQuery(api.approval.getApproval.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<Detail>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ subjectLabel }) => subjectLabel}
      extra={({ state }) => <ApprovalStateTag state={state} />}
      footer={(approval) =>
        (approval.canDecide || approval.canWithdraw) && (
          <ApprovalActions key={approval.id} approval={approval} />
        )
      }
      onClose={onClose}
    >
      {(approval) => <ApprovalDetail approval={approval} />}
    </DetailDrawer>
  );
}

function ApprovalDetail({ approval }: { approval: Detail }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const { amount, link, whyNot, history } = approval;
  return (
    <div className={styles.detail}>
      {whyNot && <Alert type="info" showIcon title={whyNot} />}
      <Facts
        items={[
          {
            key: 'subject',
            label: t('field.subject'),
            value: link ? <Link to={link}>{approval.subjectLabel}</Link> : approval.subjectLabel,
          },
          { key: 'type', label: t('field.type'), value: label(approval.subjectTypeLabel) },
          { key: 'amount', label: t('field.amount'), value: amount !== null && <Money fen={amount} /> },
          { key: 'maker', label: t('field.maker'), value: approval.maker.name },
          { key: 'reason', label: t('field.reason'), value: approval.reason },
          { key: 'checker', label: t('field.checker'), value: approval.checker?.name },
          { key: 'decisionReason', label: t('field.decisionReason'), value: approval.decisionReason },
        ]}
      />
      <section>
        <h3 className={styles.title}>{t('detail.history')}</h3>
        <ol className={styles.history}>
          {history.map(({ action, actor, reason, createdAt }) => (
            <li key={`${action} ${createdAt}`} data-action={action}>
              <p>
                <strong>{actor.name}</strong> {t(`history.${action}`)}
              </p>
              {reason && <p className={styles.reason}>{reason}</p>}
              <time dateTime={createdAt} className="figures">
                {momentText(createdAt)}
              </time>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
