import { MoreOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SharedView } from '@xyxlx/contracts/preference';
import { Button, type MenuProps, Popover, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { MenuButton } from '../menu-button.tsx';
import { TextInput } from '../text-input.ts';
import type { SavedView } from './saved-view.ts';
import { ViewCount } from './view-count.tsx';
import type { ViewSource } from './view-source.ts';
import styles from './view-tabs.module.css';

const maxViews = 20;

interface ViewBarProps {
  source: ViewSource;
  /** The user's own. */
  views: SavedView[];
  /** Their colleagues' and what they share themselves. */
  shared: SharedView[];
  /** What the address asks for now. */
  present: string;
  onShow(search: string): void;
  onChange(views: SavedView[]): void;
}

/** Views as tabs, each with how many it has: choose one, keep the present one, share it, make it the default, let it go. */
export function ViewBar({ source, views, shared, present, onShow, onChange }: ViewBarProps) {
  const { t } = useTranslation('kit');
  const client = useQueryClient();
  const reload = () => client.invalidateQueries(api.preference.querySharedView.pathFilter());
  const { mutate: share } = useMutation(
    api.preference.shareView.mutationOptions({
      onSuccess: ({ name }) => {
        notify('success', t('views.isShared', { name }));
        return reload();
      },
    }),
  );
  const { mutate: unshare } = useMutation(
    api.preference.removeSharedView.mutationOptions({ onSuccess: reload }),
  );
  const own = views.find((view) => view.search === present);
  const theirs = shared.find((view) => view.search === present);

  function keep(name: string): void {
    const view: SavedView = { name, search: present, isDefault: false };
    onChange([...views.filter((one) => one.name !== name), view].slice(-maxViews));
  }

  const ofOwn = (view: SavedView) => [
    {
      key: 'default',
      label: t(view.isDefault ? 'views.notDefault' : 'views.default'),
      onClick: () => onChange(views.map((one) => ({ ...one, isDefault: one === view && !view.isDefault }))),
    },
    ...(theirs
      ? []
      : [
          {
            key: 'share',
            label: t('views.share'),
            onClick: () => share({ list: source.name, name: view.name, search: view.search }),
          },
        ]),
    {
      key: 'remove',
      danger: true,
      label: t('views.remove', { name: view.name }),
      onClick: () => onChange(views.filter((one) => one !== view)),
    },
  ];
  const ofShared = ({ id, name }: SharedView) => ({
    key: 'unshare',
    danger: true,
    label: t('views.unshare', { name }),
    onClick: () => unshare({ id }),
  });
  const items: MenuProps['items'] = [
    ...(own ? ofOwn(own) : []),
    ...(theirs?.canRemove ? [ofShared(theirs)] : []),
  ];

  return (
    <nav aria-label={t('views.title')} className={styles.tabs}>
      <ViewButton isCurrent={present === ''} onClick={() => onShow('')}>
        {t('views.all')}
      </ViewButton>
      {views.map((view) => (
        <ViewButton key={view.name} isCurrent={view === own} onClick={() => onShow(view.search)}>
          {view.name} <ViewCount source={source} search={view.search} />
        </ViewButton>
      ))}
      {shared
        .filter(({ search }) => views.every((view) => view.search !== search))
        .map((view) => (
          <ViewButton
            key={view.id}
            isCurrent={view === theirs}
            title={t('views.sharedBy', { name: view.createdBy })}
            onClick={() => onShow(view.search)}
          >
            <TeamOutlined aria-label={t('views.sharedBy', { name: view.createdBy })} /> {view.name}{' '}
            <ViewCount source={source} search={view.search} />
          </ViewButton>
        ))}
      {items.length > 0 && (
        <MenuButton
          type="text"
          size="small"
          aria-label={t('views.more', { name: (own ?? theirs)?.name })}
          icon={<MoreOutlined aria-hidden />}
          menu={{ items }}
        />
      )}
      {present !== '' && !own && <KeepView onKeep={keep} />}
    </nav>
  );
}

interface ViewButtonProps {
  isCurrent: boolean;
  title?: string;
  onClick(): void;
  children: ReactNode;
}

// A view is an address, not a panel: antd's tabs would each announce a panel that there isn't.
function ViewButton({ isCurrent, title, onClick, children }: ViewButtonProps) {
  return (
    <Button
      color={isCurrent ? 'primary' : 'default'}
      variant={isCurrent ? 'filled' : 'text'}
      title={title}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

function KeepView({ onKeep }: { onKeep(name: string): void }) {
  const { t } = useTranslation('kit');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const name = typed.trim();

  function keep(): void {
    if (name === '') return;
    onKeep(name);
    setTyped('');
    setOpen(false);
  }

  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <Space.Compact>
          <TextInput
            value={typed}
            maxLength={20}
            aria-label={t('views.name')}
            placeholder={t('views.name')}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={keep}
          />
          <Button type="primary" disabled={name === ''} onClick={keep}>
            {t('act.save')}
          </Button>
        </Space.Compact>
      }
    >
      <Button type="text" size="small" icon={<PlusOutlined aria-hidden />}>
        {t('views.keep')}
      </Button>
    </Popover>
  );
}
