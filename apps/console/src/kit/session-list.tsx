import type { deviceSession } from '@xyxlx/contracts/device-sessions';
import { Button } from 'antd';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { deviceName } from '../lib/device-name.ts';
import { momentText } from '../lib/time.ts';
import { PlainTable } from './plain-table.tsx';
import { ToneTag } from './tone-tag.tsx';

type DeviceSession = z.infer<typeof deviceSession>;

interface SessionListProps {
  label: string;
  sessions: ComponentProps<typeof PlainTable<DeviceSession>>['rows'];
  onEnd(session: DeviceSession): void;
}

/** The signed-in devices of somebody, each with the means to end it; the one that looks can't end itself here. */
export function SessionList({ label, sessions, onEnd }: SessionListProps) {
  const { t } = useTranslation('kit');
  return (
    <PlainTable
      label={label}
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'device',
          title: t('sessions.device'),
          render: ({ device, current }) => (
            <>
              <span title={device}>{deviceName(device)}</span>{' '}
              {current && <ToneTag tone="good">{t('sessions.current')}</ToneTag>}
            </>
          ),
        },
        { key: 'ip', title: t('sessions.ip'), render: ({ ip }) => <span className="figures">{ip}</span> },
        {
          key: 'createdAt',
          title: t('sessions.since'),
          render: ({ createdAt }) => <span className="figures">{momentText(createdAt)}</span>,
        },
        {
          key: 'lastRefreshAt',
          title: t('sessions.active'),
          render: ({ lastRefreshAt }) => <span className="figures">{momentText(lastRefreshAt)}</span>,
        },
        {
          key: 'actions',
          title: t('sessions.actions'),
          align: 'end',
          render: (session) =>
            !session.current && (
              <Button type="link" size="small" danger onClick={() => onEnd(session)}>
                {t('sessions.end')}
              </Button>
            ),
        },
      ]}
    />
  );
}
