import { memo, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AntdProvider } from '../../kit/antd-provider.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { useConsoleStore } from '../../lib/store.ts';
import { HeaderBar } from './header-bar.tsx';
import { KeepAlivePages } from './keep-alive-pages.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { PageTabs } from './page-tabs.tsx';
import styles from './shell.module.css';
import type { ShellProps } from './shell-props.ts';
import { SideMenu } from './side-menu.tsx';
import { useAllScreens } from './use-all-screens.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useLookPreference } from './use-look-preference.ts';
import { usePrintHead } from './use-print-head.ts';
import { useTabs } from './use-tabs.ts';

// Dialogs come after the first screen: they weigh more than the frame itself.
const Dialogs = lazyOverlay(async () => (await import('./dialogs.tsx')).Dialogs);

/** The frame of every screen behind sign-in. */
export const Shell = memo(function Shell(props: ShellProps) {
  return (
    <AntdProvider>
      <Parts {...props} />
    </AntdProvider>
  );
});

/** Drawn anew with every address, also of what a list is filtered by; menu, bar and dialogs only when what they show changes. */
function Parts(props: ShellProps) {
  const screens = useAllScreens(props.screens);
  const { tabs, current, screen, close } = useTabs(screens);
  const { t } = useTranslation('shell');
  const { menuFolded, setMenuFolded } = useConsoleStore();
  const isNarrow = useIsNarrow();
  useLookPreference();
  usePrintHead();
  // On a narrow screen the menu lies over the page and closes with every step.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [passwordDrawer, setPasswordDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const isMenuOpen = isNarrow ? openAt === current : !menuFolded;

  const toggleMenu = useCallback(() => {
    if (isNarrow) setOpenAt(isMenuOpen ? null : current);
    else setMenuFolded(isMenuOpen);
  }, [isNarrow, isMenuOpen, current, setMenuFolded]);
  const openPasswordDrawer = useCallback(() => setPasswordDrawer('open'), []);

  return (
    <>
      <div ref={takeLostFocus} tabIndex={-1} className={styles.start} />
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <div className={styles.shell} data-menu={isMenuOpen ? 'open' : 'closed'}>
        {isMenuOpen && (
          <SideMenu
            screens={screens}
            groups={props.groups}
            prefetch={props.prefetch}
            pathname={current}
            shown={screen}
          />
        )}
        {isMenuOpen && isNarrow && (
          <button type="button" className={styles.veil} aria-label={t('menu.close')} onClick={toggleMenu} />
        )}
        <div className={styles.body}>
          <HeaderBar
            screens={screens}
            shown={screen}
            groups={props.groups}
            commands={props.commands}
            isMenuOpen={isMenuOpen}
            onToggleMenu={toggleMenu}
            onChangePassword={openPasswordDrawer}
          />
          <OfflineBar />
          <PageTabs tabs={tabs} current={current} onClose={close} />
          <main id="content" tabIndex={-1} className={styles.content}>
            <KeepAlivePages tabs={tabs} current={current} />
          </main>
        </div>
      </div>
      <NewVersionNotice />
      <Suspense>
        <Dialogs />
        {passwordDrawer !== 'never' && (
          <props.PasswordDrawer
            open={passwordDrawer === 'open'}
            onClose={() => setPasswordDrawer('closed')}
          />
        )}
      </Suspense>
    </>
  );
}

// After sign-in the focus would be nowhere; from here the next step leads to the skip link.
function takeLostFocus(start: HTMLElement | null): void {
  if (document.activeElement === document.body) start?.focus();
}
