import { useQuery } from '@tanstack/react-query';
import type { CompanyRow } from '@xyxlx/contracts/company';
import { Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { Failed } from '../../kit/failed.tsx';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { companyActions } from './company-actions.ts';
import { CompanyDetail } from './company-detail.tsx';
import { CompanyForm } from './company-form.tsx';
import styles from './company-info-page.module.css';

/** One's own company. */
export function Component() {
  const { t } = useTranslation('company');
  const [edited, setEdited] = useState<CompanyRow | null>(null);
  const { data: company, error, refetch } = useQuery(api.company.getOwnCompany.queryOptions({}));
  return (
    <Page
      title={t('own.title')}
      lead={t('own.lead')}
      actions={
        company && (
          <RecordActions
            record={company}
            nameOf={({ name }) => name}
            actions={companyActions(t, { onEdit: setEdited })}
          />
        )
      }
    >
      <section className={styles.card} aria-label={t('own.title')}>
        {company && <CompanyDetail company={company} />}
        {company === null && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('own.none')} />}
        {company === undefined && !error && <Skeleton active paragraph={{ rows: 8 }} />}
        {error && <Failed error={error} onRetry={refetch} />}
      </section>
      {edited && <CompanyForm company={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}
