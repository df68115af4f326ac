import { useQuery } from '@tanstack/react-query';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { Skeleton } from 'antd';
import { api } from '../../../lib/api.ts';
import { CaseAlerts } from './case-alerts.tsx';
import styles from './case-view.module.css';
import { PayeeShares } from './payee-shares.tsx';
import { PaymentStrip } from './payment-strip.tsx';
import { SharedPayees } from './shared-payees.tsx';

const background = { trpc: { context: { background: true } } } as const;

/** The story of a case: what its subject paid and when, what the rule found in it, to whom it went, and who else goes there. */
export function CaseStory({ row }: { row: RiskCaseDetail }) {
  const { id } = row;
  const found = useQuery(api.compliance.explain.queryOptions({ id }, background));
  const graph = useQuery(api.compliance.getCaseGraph.queryOptions({ id }, background));
  return (
    <>
      {found.isPending && (
        <div className={styles.card}>
          <Skeleton active paragraph={{ rows: 5 }} />
        </div>
      )}
      {found.data && <PaymentStrip payments={found.data.payments} />}
      <CaseAlerts alerts={row.alerts} hits={found.data?.hits} state={found} />
      {found.data && <PayeeShares payees={found.data.payees} />}
      {graph.data && <SharedPayees graph={graph.data} />}
    </>
  );
}
