import type { loginRecord } from '@xyxlx/contracts/device-sessions';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { deviceName } from '../../lib/device-name.ts';
import type { QueryOf } from '../../lib/query-of.ts';
import type { ListPage } from '../list/list-page.ts';
import { SubList } from '../list/sub-list.tsx';
import { ToneTag } from '../tone-tag.tsx';

interface LoginRecordsProps<Input> {
  label: string;
  query: QueryOf<Input, ListPage<z.infer<typeof loginRecord>>>;
  asked: NoInfer<Partial<Extract<Input, object>>>;
}

/** The tries of somebody to sign in, newest first. */
export function LoginRecords<Input>({ label, query, asked }: LoginRecordsProps<Input>) {
  const { t } = useTranslation('kit');
  return (
    <SubList
      name="loginRecord"
      label={label}
      query={query}
      asked={asked}
      sortFields={['createdAt']}
      rowId={({ id }) => id}
      columns={(cell) => [
        cell.moment('createdAt', t('logins.time'), (row) => row.createdAt),
        cell.custom('result', t('logins.result'), ({ result }) => (
          <ToneTag tone={result === 'ok' ? 'good' : 'bad'}>{t(`logins.${result}`)}</ToneTag>
        )),
        cell.custom('device', t('sessions.device'), ({ device }) => (
          <span title={device}>{deviceName(device)}</span>
        )),
        cell.figures('ip', t('sessions.ip'), (row) => row.ip),
      ]}
    />
  );
}
