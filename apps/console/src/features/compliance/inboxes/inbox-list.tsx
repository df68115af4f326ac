import { type InboxRow, slaSeverities } from '@xyxlx/contracts/compliance-inbox';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import { textFilter } from '../../../kit/filters/text-filter.tsx';
import { List } from '../../../kit/list/list.tsx';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';

const InboxForm = lazy(async () => ({ default: (await import('./inbox-form.tsx')).InboxForm }));

/** 收件箱: who works the cases of some rules, how soon, and whom they are escalated to. */
export function InboxList() {
  const { t } = useTranslation('compliance');
  const can = useCan();
  const [edited, setEdited] = useState<InboxRow | 'new' | null>(null);
  const mayEdit = can('compliance.settings');
  const add = mayEdit && (
    <Button type="primary" onClick={() => setEdited('new')}>
      {t('inbox.add')}
    </Button>
  );
  return (
    <>
      <List
        name="riskInbox"
        label={t('tab.inbox')}
        query={api.compliance.queryInbox}
        sortFields={['createdAt']}
        filters={[textFilter('keyword', t('inbox.name'))]}
        columns={(cell) => [
          cell.text('name', t('inbox.name'), ({ name }) => name),
          cell.text('members', t('inbox.members'), (row) => membersText(row), { width: 240, wraps: true }),
          cell.figures('sla', t('inbox.sla'), ({ sla }) =>
            t('inbox.sla.hours', { hours: slaSeverities.map((severity) => sla[severity]).join(' / ') }),
          ),
          cell.text(
            'escalateTo',
            t('inbox.escalateTo'),
            ({ escalateTo }) => escalateTo?.name ?? t('inbox.top'),
          ),
          cell.count('openCount', t('inbox.openCount'), ({ openCount }) => openCount),
          cell.stamp(
            'updatedAt',
            t('inbox.updatedAt'),
            ({ updatedAt }) => updatedAt,
            ({ updatedBy }) => updatedBy,
            { wide: true },
          ),
          cell.custom(
            'actions',
            t('inbox.actions'),
            (row) => (
              <RecordActions<InboxRow>
                inRow
                record={row}
                nameOf={({ name }) => name}
                actions={[
                  {
                    name: 'editInbox',
                    permission: 'compliance.settings',
                    label: t('inbox.edit'),
                    press: setEdited,
                  },
                ]}
              />
            ),
            { atEnd: true },
          ),
        ]}
        {...(mayEdit && { onOpen: setEdited })}
        actions={add}
        start={add}
      />
      <Suspense>
        {edited !== null && (
          <InboxForm inbox={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </>
  );

  function membersText({ members }: InboxRow): string {
    return members.map(({ name }) => name).join(t('inbox.comma'));
  }
}
