import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Popover, Space } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePreference } from '../../lib/preference.ts';
import { MenuButton } from '../menu-button.tsx';
import { TextInput } from '../text-input.ts';
import { readViews, type SavedView, searchOfView, withView } from './saved-view.ts';
import styles from './view-tabs.module.css';

const maxViews = 20;

interface ViewTabsProps {
  /** Of the list. */
  name: string;
  /** The parameters of the address that a view keeps. */
  parameters: readonly string[];
}

/** The views of a list that the user keeps, as tabs: choose one, keep the present one, make one the default, let one go. */
export function ViewTabs({ name, parameters }: ViewTabsProps) {
  const { t } = useTranslation('kit');
  const [search, setSearch] = useSearchParams();
  const [views, setViews] = usePreference(`${name}.views`, readViews);
  const present = searchOfView(search, parameters);
  const show = (view: string, isReplaced = false) =>
    setSearch((before) => withView(before, parameters, view), { replace: isReplaced });
  const current = views.find((view) => view.search === present);
  useDefaultView(views, present !== '' || search.has('open'), (view) => show(view, true));

  if (views.length === 0 && present === '') return null;

  function keep(viewName: string): void {
    const view: SavedView = { name: viewName, search: present, isDefault: false };
    setViews([...views.filter((one) => one.name !== viewName), view].slice(-maxViews));
  }

  return (
    <nav aria-label={t('views.title')} className={styles.tabs}>
      <ViewButton isCurrent={present === ''} onClick={() => show('')}>
        {t('views.all')}
      </ViewButton>
      {views.map((view) => (
        <ViewButton key={view.name} isCurrent={view === current} onClick={() => show(view.search)}>
          {view.name}
        </ViewButton>
      ))}
      {current && (
        <MenuButton
          type="text"
          size="small"
          aria-label={t('views.more', { name: current.name })}
          icon={<MoreOutlined aria-hidden />}
          menu={{
            items: [
              { key: 'default', label: t(current.isDefault ? 'views.notDefault' : 'views.default') },
              { key: 'remove', label: t('views.remove', { name: current.name }), danger: true },
            ],
            onClick: ({ key }) =>
              setViews(
                key === 'remove'
                  ? views.filter((one) => one !== current)
                  : views.map((one) => ({ ...one, isDefault: one === current && !current.isDefault })),
              ),
          }}
        />
      )}
      {present !== '' && !current && <KeepView onKeep={keep} />}
    </nav>
  );
}

interface ViewButtonProps {
  isCurrent: boolean;
  onClick(): void;
  children: ReactNode;
}

// A view is an address, not a panel: antd's tabs would each announce a panel that there isn't.
function ViewButton({ isCurrent, onClick, children }: ViewButtonProps) {
  return (
    <Button
      color={isCurrent ? 'primary' : 'default'}
      variant={isCurrent ? 'filled' : 'text'}
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
            {t('form.save')}
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

/** Whoever opens a list and asks for neither rows nor a record gets their default view, once: 全部 stays within reach. */
function useDefaultView(views: SavedView[], isAskedFor: boolean, show: (view: string) => void): void {
  const [isDone, setDone] = useState(isAskedFor);
  const byDefault = views.find(({ isDefault }) => isDefault);
  const apply = useEffectEvent(() => {
    setDone(true);
    if (byDefault) show(byDefault.search);
  });
  const isDue = !isDone && byDefault !== undefined;
  useEffect(() => {
    if (isDue) apply();
  }, [isDue]);
}
