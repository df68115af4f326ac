import { skipToken, useQuery } from '@tanstack/react-query';
import { issuePlanTypeWords } from '@xyxlx/contracts/issue-kinds';
import type { IssuePlanDetail } from '@xyxlx/contracts/issue-plan';
import { paths } from '@xyxlx/contracts/paths';
import { Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate, useParams, useSearchParams } from 'react-router';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { useLabel } from '../../lib/label.ts';
import { PlanForm } from './plan-form.tsx';
import { blankPlan, templateNames, templates, typeOfAddress, type WrittenPlan } from './written-plan.ts';

/** 自动发放计划: writes a plan of a type, or changes the one whose number stands in the address. */
export function Component() {
  const { t } = useTranslation('issuing');
  const label = useLabel();
  const { type: word, code } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // A page stays in memory: what was saved must not wait there for the next plan.
  const [written, setWritten] = useState(0);
  const found = usePlan(code);
  const type = found.plan?.type ?? typeOfAddress(word);
  const template = templateNames.find((name) => name === search.get('template'));
  if (!type) return <Empty description={t('plan.unknownType')} />;
  const leave = ({ id }: IssuePlanDetail) => {
    setWritten(written + 1);
    navigate(`${generatePath(paths.issueExecutions, {})}?tab=plans&open=${id}`);
  };
  return (
    <Page
      title={
        found.plan
          ? t('plan.edit', { name: found.plan.name })
          : t('plan.new', { type: label(issuePlanTypeWords[type]) })
      }
      lead={t(`plan.lead.${type}`)}
    >
      {code !== undefined && !found.plan ? (
        <Waiting error={found.error} isMissing={found.isMissing} />
      ) : (
        <PlanForm
          key={`${found.plan?.version} ${template} ${written}`}
          type={type}
          plan={found.plan ?? null}
          start={startOf()}
          onSaved={leave}
        />
      )}
    </Page>
  );

  function startOf(): WrittenPlan {
    if (found.plan) return { name: found.plan.name, ...found.plan.newest.definition };
    if (template) return { name: t(`template.${template}`), ...templates[template] };
    return blankPlan(type ?? 'DAILY');
  }
}

function Waiting({ error, isMissing }: { error: unknown; isMissing: boolean }) {
  const { t } = useTranslation('issuing');
  if (error !== null) return <Empty description={failureOf(error).text} />;
  if (isMissing) return <Empty description={t('plan.missing')} />;
  return <Skeleton active paragraph={{ rows: 10 }} />;
}

/** The plan of a number. */
function usePlan(code: string | undefined) {
  const list = useQuery(
    api.autoIssue.queryPlan.queryOptions(code === undefined ? skipToken : { keyword: code, pageSize: 10 }),
  );
  const row = list.data?.list.find((one) => one.code === code);
  const plan = useQuery(api.autoIssue.getPlan.queryOptions(row ? { id: row.id } : skipToken));
  return {
    plan: code === undefined ? undefined : plan.data,
    error: list.error ?? plan.error,
    isMissing: list.data !== undefined && !row,
  };
}
