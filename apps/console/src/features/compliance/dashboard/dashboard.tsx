import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { Failed } from '../../../kit/failed.tsx';
import { days, type Span } from '../../../kit/filters/days.ts';
import { api } from '../../../lib/api.ts';
import { Ageing } from './ageing.tsx';
import { AlertsADay } from './alerts-a-day.tsx';
import { CaseFigures } from './case-figures.tsx';
import styles from './dashboard.module.css';
import { spanOf } from './dashboard-span.ts';
import { HourMap } from './hour-map.tsx';
import { PeopleTable } from './people-table.tsx';
import { PrecisionTable } from './precision-table.tsx';
import { SpanBar } from './span-bar.tsx';

/** 看板: what compliance found and did in a span of days that the address names, and how its open cases stand. */
export function Dashboard() {
  const [search, setSearch] = useSearchParams();
  const span = spanOf(search.get('span'));
  const [from, to] = span;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    api.compliance.getDashboard.queryOptions({ from, to }, { placeholderData: keepPreviousData }),
  );

  function ask(next: Span): void {
    setSearch((previous) => {
      const address = new URLSearchParams(previous);
      address.set('span', days.write(next));
      return address;
    });
  }

  return (
    <div className={styles.dashboard}>
      <SpanBar span={span} onChange={ask} />
      {!data && error === null && <Skeleton active paragraph={{ rows: 12 }} />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {data && error === null && (
        <div className={styles.parts} aria-busy={isPlaceholderData}>
          <Shown dashboard={data} span={span} />
        </div>
      )}
    </div>
  );
}

function Shown({ dashboard, span }: { dashboard: ComplianceDashboard; span: Span }) {
  const { alerts, precision, ageing, hours, people } = dashboard;
  return (
    <>
      <CaseFigures dashboard={dashboard} span={span} />
      <AlertsADay alerts={alerts} span={span} />
      <div className={styles.pair}>
        <PrecisionTable precision={precision} span={span} />
        <Ageing ageing={ageing} />
      </div>
      <HourMap hours={hours} />
      {people && <PeopleTable people={people} />}
    </>
  );
}
