import type { deviceSession } from '@xyxlx/contracts/device-sessions';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { deviceName } from '../../lib/device-name.ts';
import { RowsTable } from '../list/rows-table.tsx';
import type { RowsState } from '../list/use-list-rows.ts';
import { ToneTag } from '../tone-tag.tsx';

type DeviceSession = z.infer<typeof deviceSession>;

interface SessionListProps {
  label: string;
  sessions: RowsState & { data: { list: DeviceSession[] } | undefined };
  onEnd(session: DeviceSession): void;
}

/** The signed-in devices of somebody, each with the means to end it; the one that looks can't end itself here. */
export function SessionList({ label, sessions, onEnd }: SessionListProps) {
  const { t } = useTranslation('kit');
  return (
    <RowsTable
      name="session"
      label={label}
      rows={sessions.data?.list}
      rowId={({ id }) => id}
      state={sessions}
      columns={(cell) => [
        cell.custom('device', t('sessions.device'), ({ device, current }) => (
          <>
            <span title={device}>{deviceName(device)}</span>{' '}
            {current && <ToneTag tone="good">{t('sessions.current')}</ToneTag>}
          </>
        )),
        cell.figures('ip', t('sessions.ip'), (row) => row.ip),
        cell.moment('createdAt', t('sessions.since'), (row) => row.createdAt),
        cell.moment('lastRefreshAt', t('sessions.active'), (row) => row.lastRefreshAt),
        cell.custom(
          'actions',
          t('sessions.actions'),
          (session) =>
            !session.current && (
              <Button type="link" size="small" danger onClick={() => onEnd(session)}>
                {t('sessions.end')}
              </Button>
            ),
          { align: 'end' },
        ),
      ]}
    />
  );
}
