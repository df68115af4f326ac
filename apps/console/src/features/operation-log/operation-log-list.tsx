import { type OperationLogRow, operationResultWords } from '@xyxlx/contracts/operation-log';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { List } from '../../kit/list/list.tsx';
import { actorText } from '../../lib/actor-text.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { countText } from '../../lib/money.ts';
import { detailPath } from './detail-path.ts';
import { actionFilter, actorFilter, moduleFilter, targetFilters } from './log-filters.tsx';
import { moduleLabel } from './module-name.ts';
import { targetText } from './target-text.ts';

interface OperationLogListProps {
  title: string;
  /** Shows the rows of one domain alone. */
  domain?: 'card';
}

/** Rows of the operation log with their filters and the way to each one's detail. */
export function OperationLogList({ title, domain }: OperationLogListProps) {
  const { t } = useTranslation('operation-log');
  const label = useLabel();
  const navigate = useNavigate();
  // Why it was not done matters more than why it was to be.
  const reasonOf = ({ failure, reason }: OperationLogRow) => (failure ? label(failure.message) : reason);
  return (
    <List
      name="operationLog"
      label={title}
      ofTenants
      query={api.operationLog.queryOperationLog}
      {...(domain && { scope: { domain } })}
      sortFields={['createdAt']}
      filters={[
        daysFilter('between', t('field.createdAt'), 'from', 'to'),
        textFilter('keyword', t('field.target')),
        actorFilter(t('field.actor'), t('narrowed.actor')),
        moduleFilter(t('field.module'), domain),
        actionFilter(t('field.action'), domain),
        choiceFilter('result', t('field.result'), operationResultWords),
        textFilter('traceId', t('field.traceId')),
        ...targetFilters(t('field.target'), t('narrowed.target')),
      ]}
      columns={(cell) => [
        cell.nameMoment('createdAt', t('field.createdAt'), (row) => row.createdAt),
        cell.custom('seq', t('field.seq'), ({ seq }) => (seq === null ? t('seal.pending') : countText(seq)), {
          align: 'end',
        }),
        cell.text('actor', t('field.actor'), ({ actor }) => actorText(actor)),
        cell.text('module', t('field.module'), ({ module }) => label(moduleLabel(module))),
        cell.text('action', t('field.action'), ({ actionLabel }) => label(actionLabel)),
        cell.text('target', t('field.target'), (row) => targetText(row, label), { width: 260 }),
        cell.state('result', t('field.result'), operationResultWords, (row) => row.result),
        cell.text('reason', t('field.reason'), reasonOf, { width: 240 }),
        cell.figures('ip', t('field.ip'), (row) => row.ip),
      ]}
      exports={[{ permission: 'operationlog.export', path: 'operationLog/exportOperationLog' }]}
      onOpen={({ id }) => navigate(detailPath(id))}
    />
  );
}
