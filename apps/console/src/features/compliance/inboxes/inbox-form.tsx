import { useMutation, useQuery } from '@tanstack/react-query';
import {
  complianceInbox as contract,
  type InboxRow,
  slaSeverities,
  usualSla,
} from '@xyxlx/contracts/compliance-inbox';
import { riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { FieldItem } from '../../../kit/form/field-item.tsx';
import { RecordForm } from '../../../kit/form/record-form.tsx';
import { acted } from '../../../lib/act.ts';
import { api } from '../../../lib/api.ts';
import { useLabel } from '../../../lib/label.ts';
import { MembersInput } from '../subjects/members-input.tsx';

/** Makes an inbox or changes one. */
export function InboxForm({ inbox, onClose }: { inbox: InboxRow | null; onClose(): void }) {
  const { t } = useTranslation(['compliance', 'kit']);
  const label = useLabel();
  const inboxes = useQuery(
    api.compliance.queryInbox.queryOptions({ pageSize: 200 }, { trpc: { context: { background: true } } }),
  );
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.compliance.pathFilter());
  };
  const add = useMutation(api.compliance.addInbox.mutationOptions({ onSuccess }));
  const edit = useMutation(api.compliance.editInbox.mutationOptions({ onSuccess }));
  const above = (inboxes.data?.list ?? []).filter(({ id }) => id !== inbox?.id);
  const written = inbox && {
    ...inbox,
    memberIds: inbox.members.map(({ id }) => id),
    escalateToId: inbox.escalateTo?.id ?? null,
  };
  return (
    <RecordForm
      title={t(inbox ? 'inbox.edit.title' : 'inbox.add')}
      record={written}
      add={{ schema: contract.addInbox.input, work: add }}
      edit={{ schema: contract.editInbox.input, work: edit }}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.text('name', t('inbox.name'))}
          {field.custom(
            'memberIds',
            t('inbox.members'),
            <MembersInput<string[]> mode="multiple" known={inbox?.members ?? []} />,
          )}
          <div style={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 16 }}>
            {slaSeverities.map((severity) => (
              <FieldItem
                key={severity}
                path={['sla', severity]}
                label={t('inbox.sla.of', { severity: label(riskSeverityWords[severityOf[severity]]) })}
                kind="number"
                initial={usualSla[severity]}
              >
                {({ min, max }) => (
                  <InputNumber
                    {...(min !== undefined && { min })}
                    {...(max !== undefined && { max })}
                    precision={0}
                    suffix={t('inbox.hours')}
                    style={{ width: '100%' }}
                  />
                )}
              </FieldItem>
            ))}
          </div>
          {field.pick('escalateToId', t('inbox.escalateTo'), {
            loading: inboxes.isFetching,
            options: above.map(({ id, name }) => ({ value: id, label: name })),
            placeholder: t('inbox.top'),
          })}
        </>
      )}
    />
  );
}

const severityOf = { urgent: 'URGENT', high: 'HIGH', medium: 'MEDIUM', low: 'LOW' } as const;
