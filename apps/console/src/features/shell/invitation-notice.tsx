import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import styles from './notice.module.css';

/** Tells that another tenant asks one to join, once a page load. */
export function InvitationNotice() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [isLater, setLater] = useState(false);
  const asked = useQuery(
    api.userAccount.getInvitationCount.queryOptions({}, { trpc: { context: { background: true } } }),
  );
  if (!asked.data?.count || isLater) return null;
  return (
    <div role="status" className={styles.notice}>
      <span>{t('invitation.pending')}</span>
      <Button type="primary" onClick={() => navigate(paths.invitation)}>
        {t('invitation.open')}
      </Button>
      <Button onClick={() => setLater(true)}>{t('version.later')}</Button>
    </div>
  );
}
