import { useQuery } from '@tanstack/react-query';
import {
  type RiskCaseTodo,
  riskCaseStateWords,
  riskCaseTodos,
  riskCaseTodoWords,
  riskOutcomeWords,
} from '@xyxlx/contracts/compliance-case-kinds';
import { riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { choiceFilter } from '../../../kit/filters/choice-filter.tsx';
import type { Filter } from '../../../kit/filters/filter.ts';
import { numberFilter } from '../../../kit/filters/number-filter.tsx';
import { pickFilter } from '../../../kit/filters/pick-filter.tsx';
import { recordId } from '../../../kit/filters/record-id.ts';
import { singleFilter } from '../../../kit/filters/single-filter.tsx';
import { daysFilter } from '../../../kit/filters/span-filter.tsx';
import { textFilter } from '../../../kit/filters/text-filter.tsx';
import { List } from '../../../kit/list/list.tsx';
import { api } from '../../../lib/api.ts';
import { labelText } from '../../../lib/label.ts';
import { useCan } from '../../../lib/me.ts';
import { useRuleOptions } from '../rules/use-rule-options.ts';
import { SeverityScore } from './severity-score.tsx';

const OpenCaseForm = lazy(async () => ({ default: (await import('./open-case-form.tsx')).OpenCaseForm }));

const background = { trpc: { context: { background: true } } } as const;

/** 案件: all cases that one may see, in the order in which they are to be worked; a row leads to the desk. */
export function CaseList() {
  const { t } = useTranslation('compliance/cases');
  const can = useCan();
  const [, setSearch] = useSearchParams();
  const [opens, setOpens] = useState(false);
  const rules = useRuleOptions();
  const inboxes = useQuery(api.compliance.queryInbox.queryOptions({ pageSize: 200 }, background));
  const open = can('compliance.audit') && <Button onClick={() => setOpens(true)}>{t('open.title')}</Button>;
  return (
    <>
      <List
        name="riskCase"
        label={t('tab.cases')}
        query={api.compliance.queryCase}
        sortFields={['createdAt']}
        filters={[
          textFilter('keyword', t('field.no')),
          choiceFilter('state', t('field.state'), riskCaseStateWords),
          choiceFilter('severity', t('field.severity'), riskSeverityWords),
          ruleFilter(t('field.rule'), rules.options),
          pickFilter(
            'inboxId',
            t('field.inbox'),
            (inboxes.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ),
          singleFilter('mine', t('filter.mine'), [{ value: 'yes', label: t('filter.mine.yes'), wire: true }]),
          singleFilter('overdue', t('filter.overdue'), [
            { value: 'yes', label: t('filter.overdue.yes'), wire: true },
          ]),
          numberFilter('minScore', t('filter.minScore'), 2),
          daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
          todoFilter(t('filter.todo')),
          subjectFilter(t('field.subject'), t('filter.subject.one')),
        ]}
        columns={(cell) => [
          cell.name('no', t('field.no'), (row) => <span className="figures">{row.no}</span>),
          cell.state('state', t('field.state'), riskCaseStateWords, (row) => row.state),
          cell.custom('severity', t('field.severity'), (row) => <SeverityScore of={row} />),
          cell.text('subject', t('field.subject'), (row) => row.subject.name, { width: 180 }),
          cell.text('rule', t('field.rule'), (row) => `${row.rule.code} ${row.rule.name}`, { width: 170 }),
          cell.count('alerts', t('field.alerts'), (row) => row.alerts),
          cell.money('amount', t('field.amount'), (row) => row.amount),
          cell.text('assignee', t('field.assignee'), (row) => row.assignee?.name),
          cell.minute('dueAt', t('field.dueAt'), (row) => row.dueAt),
          cell.text('inbox', t('field.inbox'), (row) => row.inbox.name, {
            width: 140,
            optional: true,
          }),
          cell.count('level', t('field.level'), (row) => row.level, { optional: true }),
          cell.count('reopened', t('field.reopened'), (row) => row.reopened, { optional: true }),
          cell.state('outcome', t('field.outcome'), riskOutcomeWords, (row) => row.outcome),
          cell.minute('closedAt', t('field.closedAt'), (row) => row.closedAt, { optional: true }),
          cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
        ]}
        exports={[{ permission: 'compliance.export', path: 'compliance/exportCase' }]}
        actions={open}
        start={open}
        onOpen={({ id }) => setSearch({ open: id })}
      />
      <Suspense>
        {opens && <OpenCaseForm onOpened={(id) => setSearch({ open: id })} onClose={() => setOpens(false)} />}
      </Suspense>
    </>
  );
}

/** By one rule. */
function ruleFilter(
  label: string,
  options: readonly { value: string; label: string }[],
): Filter<{ ruleIds: string[] }, string> {
  return { ...pickFilter('rule', label, options), wire: (id) => ({ ruleIds: [id] }) };
}

/** What the way from a to-do asks for: exactly those that it counts. */
function todoFilter(label: string): Filter<{ todo: RiskCaseTodo }, RiskCaseTodo> {
  return {
    ...{ name: 'todo', label, field: null },
    read: (text) => riskCaseTodos.find((todo) => todo === text),
    write: (todo) => todo,
    wire: (todo) => ({ todo }),
    words: (todo) => labelText(riskCaseTodoWords[todo]),
  };
}

/** What the way from a subject to its cases asks for. */
function subjectFilter(label: string, words: string): Filter<{ subjectId: string }, string> {
  return {
    ...{ name: 'subject', label, field: null, ...recordId },
    wire: (subjectId) => ({ subjectId }),
    words: () => words,
  };
}
