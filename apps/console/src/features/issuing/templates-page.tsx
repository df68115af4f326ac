import { useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { generatePath, Navigate, useNavigate } from 'react-router';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import styles from './issuing.module.css';
import { templateNames, templates } from './written-plan.ts';

/** 自动发放 before there is any plan: how to begin. With plans it leads to them. */
export function Component() {
  const { t } = useTranslation('issuing');
  const mayIssue = useCan()('creditlimit.issue');
  const navigate = useNavigate();
  const { data } = useQuery(api.autoIssue.queryPlan.queryOptions({ pageSize: 10 }, { staleTime: 0 }));
  if (data && data.list.length > 0) {
    return <Navigate to={`${generatePath(paths.issueExecutions, {})}?tab=plans`} replace />;
  }
  return (
    <Page title={t('templates.title')} lead={t('templates.lead')}>
      {data ? (
        <ul className={styles.templates}>
          {templateNames.map((name) => (
            <li key={name}>
              <h3>{t(`template.${name}`)}</h3>
              <p>{t(`template.${name}.words`)}</p>
              {mayIssue && (
                <Button
                  aria-label={t('templates.useOf', { name: t(`template.${name}`) })}
                  onClick={() => {
                    const type = templates[name].schedule.type.toLowerCase();
                    navigate(`${generatePath(paths.issuePlan, { type })}?template=${name}`);
                  }}
                >
                  {t('templates.use')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Page>
  );
}
