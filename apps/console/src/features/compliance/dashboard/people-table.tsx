import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { countText } from '../../../lib/money.ts';
import styles from './dashboard.module.css';

/** Who closed how many cases, the most first, and how many of those were positive. */
export function PeopleTable({ people }: { people: NonNullable<ComplianceDashboard['people']> }) {
  const { t } = useTranslation('compliance/dashboard');
  const most = Math.max(1, ...people.map(({ closed }) => closed));
  return (
    <section className={styles.card} aria-label={t('people.title')}>
      <h3>{t('people.title')}</h3>
      <RowsTable
        name="compliancePerson"
        label={t('people.title')}
        rows={people}
        rowId={({ user }) => user.id}
        columns={(cell) => [
          cell.place('user', t('people.user'), ({ user }) => user.name),
          cell.custom('closed', t('people.closed'), ({ user, closed }) => (
            <Progress
              percent={(closed / most) * 100}
              size="small"
              strokeColor="var(--brand)"
              railColor="var(--line)"
              aria-label={user.name}
              format={() => countText(closed)}
              style={{ minWidth: 120 }}
            />
          )),
          cell.count('positive', t('people.positive'), ({ positive }) => positive),
        ]}
      />
    </section>
  );
}
