import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { wordsText } from '../../../lib/label.ts';
import { countText } from '../../../lib/money.ts';
import { Plot } from '../cases/plot.tsx';

const AgeingBars = lazy(async () => ({ default: (await import('./ageing-bars.tsx')).AgeingBars }));

const ages = ['hours4', 'hours24', 'hours72', 'more'] as const;

/** How long the open cases have been open. */
export function Ageing({ ageing }: { ageing: ComplianceDashboard['ageing'] }) {
  const { t } = useTranslation('compliance/dashboard');
  const rows = ages.map((age) => ({ age, name: t(`ageing.${age}`), cases: ageing[age] }));
  return (
    <Plot
      title={t('ageing.title')}
      label={wordsText(rows.map(({ name, cases }) => `${name}: ${countText(cases)}`))}
      height={220}
      drawing={<AgeingBars rows={rows} />}
      table={
        <RowsTable
          name="complianceAgeing"
          label={t('ageing.title')}
          rows={rows}
          rowId={({ age }) => age}
          columns={(cell) => [
            cell.place('age', t('ageing.age'), ({ name }) => name),
            cell.count('cases', t('ageing.cases'), ({ cases }) => cases),
          ]}
        />
      }
    />
  );
}
