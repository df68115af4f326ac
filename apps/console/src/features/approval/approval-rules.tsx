import { useQuery } from '@tanstack/react-query';
import type { ApprovalRule } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import { permissionLabel } from '@xyxlx/contracts/permissions';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../kit/list/column.ts';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { countText, yuanText } from '../../lib/money.ts';
import { ThresholdForm } from './threshold-form.tsx';

/** What waits for a checker, whose permission it takes, and from which amount or number on. */
export function ApprovalRules() {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const can = useCan();
  const [edited, setEdited] = useState<ApprovalRule | null>(null);
  const rules = useQuery(api.approval.queryRule.queryOptions());
  return (
    <>
      <RowsTable
        name="approvalRule"
        label={t('tab.rules')}
        columns={() => columns(t, label, can('approval.edit') ? setEdited : null)}
        rows={rules.data}
        rowId={({ subjectType }) => subjectType}
        state={rules}
      />
      {edited && <ThresholdForm rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

type Threshold = Omit<NonNullable<ApprovalRule['threshold']>, 'proposed' | 'version'>;

function columns(
  t: TFunction<'approval'>,
  label: (words: Label) => string,
  edit: ((rule: ApprovalRule) => void) | null,
): Column<ApprovalRule>[] {
  const words = (amount: number, count: number | null) =>
    count === null
      ? t('rule.overAmount', { amount: yuanText(amount) })
      : t('rule.over', { amount: yuanText(amount), total: countText(count) });
  const both = (threshold: Threshold) => (
    <>
      <div>
        {t('rule.act')} {words(threshold.amount, threshold.count)}
      </div>
      <div>
        {t('rule.day')} {words(threshold.dayAmount, threshold.dayCount)}
      </div>
    </>
  );
  const facts: Column<ApprovalRule>[] = [
    { key: 'label', title: t('field.type'), leads: true, wraps: true, render: (rule) => label(rule.label) },
    {
      key: 'threshold',
      title: t('rule.threshold'),
      wraps: true,
      render: ({ threshold }) => (threshold ? both(threshold) : t('rule.always')),
    },
    {
      key: 'permission',
      title: t('rule.permission'),
      wraps: true,
      render: (rule) => label(permissionLabel(rule.permission)),
    },
    {
      key: 'madeWith',
      title: t('rule.madeWith'),
      wraps: true,
      render: ({ madeWith }) => (madeWith ? label(permissionLabel(madeWith)) : '—'),
    },
    {
      key: 'proposed',
      title: t('rule.proposed'),
      wraps: true,
      render: ({ threshold }) => (threshold?.proposed ? both(threshold.proposed) : '—'),
    },
  ];
  if (!edit) return facts;
  return [
    ...facts,
    {
      key: 'actions',
      title: t('field.actions'),
      atEnd: true,
      render: (rule) =>
        rule.threshold &&
        !rule.threshold.proposed && (
          <Button size="small" onClick={() => edit(rule)}>
            {t('rule.edit')}
          </Button>
        ),
    },
  ];
}
