import {
  ColumnHeightOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../kit/language-switch.tsx';
import type { Screen } from '../../lib/screen.ts';
import { useConsoleStore } from '../../lib/store.ts';
import { Bell } from './bell.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import styles from './header-bar.module.css';
import { PaletteButton } from './palette-button.tsx';
import type { ShellProps } from './shell-props.ts';
import { UserMenu } from './user-menu.tsx';

interface HeaderBarProps extends Pick<ShellProps, 'screens' | 'groups' | 'commands'> {
  shown: Screen | undefined;
  isMenuOpen: boolean;
  onToggleMenu(): void;
  onChangePassword(): void;
}

/** The bar above every screen: where one is, how it looks, who one is. */
export const HeaderBar = memo(function HeaderBar(props: HeaderBarProps) {
  const { shown, isMenuOpen, onToggleMenu, onChangePassword, ...map } = props;
  const { t } = useTranslation('shell');
  const { scheme, setScheme, density, setDensity } = useConsoleStore();
  const menuWords = t(isMenuOpen ? 'menu.fold' : 'menu.unfold');
  const schemeWords = t(scheme === 'dark' ? 'scheme.light' : 'scheme.dark');
  const densityWords = t(density === 'compact' ? 'density.comfortable' : 'density.compact');
  return (
    <header className={styles.bar}>
      <Button
        type="text"
        icon={isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={menuWords}
        aria-expanded={isMenuOpen}
        onClick={onToggleMenu}
      />
      <Breadcrumb screen={shown} screens={map.screens} />
      <div className={styles.tools}>
        <PaletteButton {...map} />
        <div className={styles.apart}>
          <LanguageSwitch />
        </div>
        <Button
          title={densityWords}
          className={styles.density ?? ''}
          type="text"
          icon={<ColumnHeightOutlined />}
          aria-label={densityWords}
          onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
        />
        <Button
          title={schemeWords}
          type="text"
          icon={scheme === 'dark' ? <SunOutlined /> : <MoonOutlined />}
          aria-label={schemeWords}
          onClick={() => setScheme(scheme === 'dark' ? 'light' : 'dark')}
        />
        <Bell />
        <UserMenu onChangePassword={onChangePassword} />
      </div>
    </header>
  );
});
