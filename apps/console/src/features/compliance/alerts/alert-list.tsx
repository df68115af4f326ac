import { useQuery } from '@tanstack/react-query';
import { riskAlertStateWords, riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { choiceFilter } from '../../../kit/filters/choice-filter.tsx';
import type { Filter } from '../../../kit/filters/filter.ts';
import { numberFilter } from '../../../kit/filters/number-filter.tsx';
import { pickFilter } from '../../../kit/filters/pick-filter.tsx';
import { recordId } from '../../../kit/filters/record-id.ts';
import { singleFilter } from '../../../kit/filters/single-filter.tsx';
import { daysFilter } from '../../../kit/filters/span-filter.tsx';
import { List } from '../../../kit/list/list.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';
import { minuteText } from '../../../lib/time.ts';
import { SeverityScore } from '../cases/severity-score.tsx';
import { useRuleOptions } from '../rules/use-rule-options.ts';
import { SubjectLink } from '../subjects/subject-link.tsx';

const background = { trpc: { context: { background: true } } } as const;

/** 预警: every hit that counts, the newest first, with the ways to its case, its rule and whom it is about. */
export function AlertList() {
  const { t } = useTranslation('compliance/alerts');
  const can = useCan();
  const rules = useRuleOptions();
  const inboxes = useQuery(api.compliance.queryInbox.queryOptions({ pageSize: 200 }, background));
  return (
    <List
      name="riskAlert"
      label={t('title')}
      query={api.compliance.queryAlert}
      sortFields={['createdAt']}
      filters={[
        choiceFilter('state', t('field.state'), riskAlertStateWords),
        ruleFilter(t('field.rule'), rules.options),
        choiceFilter('severity', t('field.severity'), riskSeverityWords),
        daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
        numberFilter('minScore', t('filter.minScore'), 2),
        pickFilter(
          'inboxId',
          t('filter.inbox'),
          (inboxes.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ),
        singleFilter('mine', t('filter.mine'), [{ value: 'yes', label: t('filter.mine.yes'), wire: true }]),
        singleFilter('overdue', t('filter.overdue'), [
          { value: 'yes', label: t('filter.overdue.yes'), wire: true },
        ]),
        oneOnly('subject', t('field.subject'), t('filter.subject.one'), (subjectId) => ({ subjectId })),
        oneOnly('case', t('field.case'), t('filter.case.one'), (caseId) => ({ caseId })),
      ]}
      columns={(cell) => [
        cell.place('createdAt', t('field.createdAt'), (row) => (
          <span className="figures">{minuteText(row.createdAt)}</span>
        )),
        cell.custom('rule', t('field.rule'), ({ rule: { id, code, name } }) => {
          const words = `${code} ${name}`;
          if (!can('compliance.settings')) return words;
          return <Link to={`${paths.complianceSettings}?open=${id}`}>{words}</Link>;
        }),
        cell.custom('subject', t('field.subject'), ({ subject }) => <SubjectLink {...subject} />),
        cell.custom('severity', t('field.severity'), (row) => <SeverityScore of={row} />),
        cell.money('amount', t('field.amount'), (row) => row.amount),
        cell.state('state', t('field.state'), riskAlertStateWords, (row) => row.state),
        cell.custom('case', t('field.case'), ({ case: of }) =>
          of ? (
            <Link to={`?open=${of.id}`} className="figures">
              {of.no}
            </Link>
          ) : (
            '—'
          ),
        ),
        cell.custom('declined', t('field.declined'), ({ declined }) =>
          declined ? <ToneTag tone="bad">{t('declined')}</ToneTag> : '—',
        ),
        cell.moment('at', t('field.at'), (row) => row.at, { wide: true }),
        cell.figures('versionNo', t('field.versionNo'), ({ versionNo }) => `v${versionNo}`, {
          optional: true,
        }),
      ]}
      none={t('none')}
    />
  );
}

/** By one rule. */
function ruleFilter(
  label: string,
  options: readonly { value: string; label: string }[],
): Filter<{ ruleIds: string[] }, string> {
  return { ...pickFilter('rule', label, options), wire: (id) => ({ ruleIds: [id] }) };
}

/** What the way from a subject or a case to its alerts asks for. */
function oneOnly<Wire extends object>(
  name: string,
  label: string,
  words: string,
  wire: (id: string) => Wire,
): Filter<Wire, string> {
  return { ...{ name, label, field: null, wire, ...recordId }, words: () => words };
}
