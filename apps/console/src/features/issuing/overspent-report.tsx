import { skipToken, useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import type { Span } from '../../kit/filters/days.ts';
import { SpanPicker } from '../../kit/filters/span-picker.tsx';
import { datePresets } from '../../kit/filters/span-picker-presets.ts';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { MerchantSelect } from '../../kit/merchant-select.tsx';
import { api } from '../../lib/api.ts';
import styles from './issuing.module.css';

/** 离职多用: who left, and what they had spent of a period beyond the share of the days until then; nothing is booked for it. */
export function OverspentReport() {
  const { t } = useTranslation('issuing');
  const id = useId();
  const ids = { start: `${id}from`, end: `${id}to` };
  const [span, setSpan] = useState<Span | undefined>(
    () => datePresets().find(({ key }) => key === 'month')?.span,
  );
  const [merchantId, setMerchantId] = useState<string>();
  const [leftFrom, leftTo] = span ?? ['', ''];
  const { data, error, isFetching, refetch } = useQuery(
    api.autoIssue.queryOverspent.queryOptions(
      leftFrom && leftTo ? { leftFrom, leftTo, ...(merchantId && { merchantId }) } : skipToken,
    ),
  );
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{t('overspent.lead')}</p>
      <div className={styles.row}>
        <div>
          <label htmlFor={ids.start} className="visually-hidden">
            {t('overspent.leftOn')}
          </label>
          <SpanPicker ids={ids} label={t('overspent.leftOn')} unit="date" value={span} onChange={setSpan} />
        </div>
        <div>
          <label htmlFor={`${id}merchant`} className="visually-hidden">
            {t('field.merchant')}
          </label>
          <MerchantSelect
            id={`${id}merchant`}
            placeholder={t('field.merchant')}
            value={merchantId}
            onChange={setMerchantId}
          />
        </div>
      </div>
      <RowsTable
        name="overspent"
        label={t('tab.overspent')}
        rows={data?.map((row) => ({ ...row, key: `${row.id} ${row.plan.id} ${row.period}` }))}
        rowId={({ key }) => key}
        state={{ error, isFetching, refetch }}
        columns={(cell) => [
          cell.text('name', t('rows.employeeName'), (row) => row.name),
          cell.figures('employeeNo', t('rows.employeeNo'), (row) => row.employeeNo),
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, { width: 180 }),
          cell.figures('leftOn', t('overspent.leftOn'), (row) => row.leftOn),
          cell.custom('plan', t('plan.name'), ({ plan }) => (
            <Link to={generatePath(paths.issueExecutions, { code: plan.code })}>{plan.name}</Link>
          )),
          cell.figures('period', t('execution.period'), (row) => row.period),
          cell.money('issuedAmount', t('overspent.issued'), (row) => row.issuedAmount),
          cell.money('spentAmount', t('overspent.spent'), (row) => row.spentAmount),
          cell.money('overAmount', t('overspent.over'), (row) => row.overAmount),
        ]}
      />
    </div>
  );
}
