import { type BindingRow, bindingStateWords, channelWords } from '@xyxlx/contracts/channel';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/column.ts';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { labelText } from '../../lib/label.ts';
import { momentText } from '../../lib/time.ts';

/** The columns of the list of channel accounts. */
export function bindingColumns(t: TFunction<'channel'>, open: (id: string) => void): Column<BindingRow>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sortable: true,
      fixed: 'start',
      render: ({ id, name }) => <RowButton onPress={() => open(id)}>{name}</RowButton>,
    },
    { key: 'channel', title: t('field.channel'), render: ({ channel }) => labelText(channelWords[channel]) },
    {
      key: 'appId',
      title: t('field.appId'),
      render: ({ appId }) => <span className="figures">{appId}</span>,
    },
    {
      key: 'externalId',
      title: t('field.externalId'),
      render: ({ externalId }) => <span className="figures">{externalId}</span>,
    },
    {
      key: 'state',
      title: t('field.state'),
      render: ({ state }) => <StateTag words={bindingStateWords[state]} />,
    },
    {
      key: 'expiresAt',
      title: t('field.expiresAt'),
      render: ({ expiresAt }) => <span className="figures">{expiresAt ? momentText(expiresAt) : '—'}</span>,
    },
    {
      key: 'lastCheck',
      title: t('field.lastCheck'),
      render: ({ lastCheck }) =>
        lastCheck ? <ToneTag tone={lastCheck.ok ? 'good' : 'bad'}>{momentText(lastCheck.at)}</ToneTag> : '—',
    },
  ];
}
