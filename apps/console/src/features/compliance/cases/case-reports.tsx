import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { riskReportStateWords } from '@xyxlx/contracts/compliance-case-kinds';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { useCan } from '../../../lib/me.ts';
import { useOpenReport } from '../reports/use-open-report.ts';
import styles from './case-view.module.css';

/** The reports about a case; nothing where there is none. */
export function CaseReports({ row: { reports } }: { row: RiskCaseDetail }) {
  const { t } = useTranslation('compliance/cases');
  const mayRead = useCan()('compliance.report');
  const [, open] = useOpenReport();
  if (reports.length === 0) return null;
  return (
    <section className={styles.card} aria-label={t('reports.title')}>
      <h3>{t('reports.title')}</h3>
      <RowsTable
        name="riskCaseReport"
        label={t('reports.title')}
        rows={reports}
        rowId={({ id }) => id}
        columns={(cell) => [
          cell.custom('no', t('report.no'), ({ id, no }) =>
            mayRead ? (
              <Button type="link" size="small" className="figures" onClick={() => open(id)}>
                {no}
              </Button>
            ) : (
              <span className="figures">{no}</span>
            ),
          ),
          cell.state('state', t('field.state'), riskReportStateWords, ({ state }) => state),
          cell.minute('createdAt', t('report.created'), ({ createdAt }) => createdAt),
        ]}
      />
    </section>
  );
}
