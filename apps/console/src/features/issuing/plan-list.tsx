import {
  issueBatchStateWords,
  issuePlanStateWords,
  issuePlanTypes,
  issuePlanTypeWords,
} from '@xyxlx/contracts/issue-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { institutionVersionStateWords } from '@xyxlx/contracts/rule-institution';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { singleFilter } from '../../kit/filters/single-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { MenuButton } from '../../kit/menu-button.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';

const PlanDrawer = lazyOverlay(async () => (await import('./plan-drawer.tsx')).PlanDrawer);

/** The plans that one may see, each as a sentence, with its next run. */
export function PlanList() {
  const { t } = useTranslation('issuing');
  const label = useLabel();
  const can = useCan();
  const navigate = useNavigate();
  return (
    <List
      name="issuePlan"
      label={t('tab.plans')}
      query={api.autoIssue.queryPlan}
      ofTenants
      sortFields={['createdAt']}
      filters={[
        textFilter('keyword', t('plan.filter.keyword')),
        choiceFilter('state', t('field.state'), issuePlanStateWords),
        choiceFilter('type', t('plan.type'), issuePlanTypeWords),
        merchantFilter(t('field.merchant')),
        singleFilter('short', t('plan.short'), [{ value: 'true', label: t('plan.short.yes'), wire: true }]),
      ]}
      columns={(cell) => [
        cell.name('name', t('plan.name'), (row) => row.name),
        cell.figures('code', t('plan.code'), (row) => row.code),
        cell.state('state', t('field.state'), issuePlanStateWords, (row) => row.state),
        cell.kind('type', t('plan.type'), issuePlanTypeWords, (row) => row.type),
        cell.text('words', t('plan.words'), (row) => row.words, { width: 320, wraps: true }),
        cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 180 }),
        cell.custom('versionNo', t('plan.version'), ({ versionNo, next }) => (
          <span className="figures">
            v{versionNo}{' '}
            {next && next.no !== versionNo && (
              <ToneTag tone={institutionVersionStateWords[next.state].tone}>
                v{next.no} {label(institutionVersionStateWords[next.state])}
              </ToneTag>
            )}
          </span>
        )),
        cell.figures('nextRunOn', t('plan.nextRunOn'), (row) => row.nextRunOn),
        cell.money('nextAmount', t('plan.nextAmount'), (row) => row.nextAmount),
        cell.state('lastState', t('plan.lastState'), issueBatchStateWords, (row) => row.lastState),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
      ]}
      drawer={({ id, onClose }) => <PlanDrawer id={id} onClose={onClose} />}
      actions={
        can('creditlimit.issue') && (
          <MenuButton
            type="primary"
            menu={{
              items: issuePlanTypes.map((type) => ({
                key: type,
                label: label(issuePlanTypeWords[type]),
                onClick: () => navigate(generatePath(paths.issuePlan, { type: type.toLowerCase() })),
              })),
            }}
          >
            {t('plan.add')}
          </MenuButton>
        )
      }
    />
  );
}
