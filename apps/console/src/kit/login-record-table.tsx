import type { loginRecord } from '@xyxlx/contracts/device-sessions';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { deviceName } from '../lib/device-name.ts';
import { momentText } from '../lib/time.ts';
import { PagedTable } from './paged-table.tsx';
import type { Rows } from './rows.ts';
import { ToneTag } from './tone-tag.tsx';
import type { ListPaging } from './use-local-paging.ts';

type LoginRecord = z.infer<typeof loginRecord>;

interface LoginRecordTableProps {
  label: string;
  rows: Rows<LoginRecord>;
  paging: ListPaging<'createdAt'>;
}

/** The tries of somebody to sign in, newest first. */
export function LoginRecordTable({ label, rows, paging }: LoginRecordTableProps) {
  const { t } = useTranslation('kit');
  return (
    <PagedTable
      label={label}
      rows={rows}
      rowKey={({ id }) => id}
      paging={paging}
      columns={[
        {
          key: 'createdAt',
          title: t('logins.time'),
          sortable: true,
          render: ({ createdAt }) => <span className="figures">{momentText(createdAt)}</span>,
        },
        {
          key: 'result',
          title: t('logins.result'),
          render: ({ result }) => (
            <ToneTag tone={result === 'ok' ? 'good' : 'bad'}>{t(`logins.${result}`)}</ToneTag>
          ),
        },
        {
          key: 'device',
          title: t('sessions.device'),
          render: ({ device }) => <span title={device}>{deviceName(device)}</span>,
        },
        { key: 'ip', title: t('sessions.ip'), render: ({ ip }) => <span className="figures">{ip}</span> },
      ]}
    />
  );
}
