import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Span } from '../../../kit/filters/days.ts';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { PrecisionBar } from '../rules/precision-bar.tsx';
import styles from './dashboard.module.css';
import { toAlerts } from './ways.ts';

type RulePrecision = ComplianceDashboard['precision'][number];

interface PrecisionTableProps {
  precision: readonly RulePrecision[];
  span: Span;
}

/** How often each rule was right, with the interval in which the true share lies; a dash where none of its cases was closed. */
export function PrecisionTable({ precision, span }: PrecisionTableProps) {
  const { t } = useTranslation('compliance/dashboard');
  return (
    <section className={styles.card} aria-label={t('precision.title')}>
      <h3>{t('precision.title')}</h3>
      <RowsTable
        name="compliancePrecision"
        label={t('precision.title')}
        rows={[...precision]}
        rowId={({ rule }) => rule.id}
        columns={(cell) => [
          cell.place('rule', t('precision.rule'), ({ rule }) => (
            <Link to={toAlerts({ span, ruleId: rule.id })}>
              {rule.code} {rule.name}
            </Link>
          )),
          cell.count('closed', t('precision.closed'), ({ closed }) => closed),
          cell.count('positive', t('precision.positive'), ({ positive }) => positive),
          cell.custom('share', t('precision.share'), (row) => <PrecisionBar precision={precisionIn(row)} />),
        ]}
      />
    </section>
  );
}

function precisionIn({ closed, positive, share, low, high }: RulePrecision) {
  if (share === null || low === null || high === null) return null;
  return { labelled: closed, positive, share, low, high };
}
