import { StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import chinese from 'antd/es/locale/zh_CN';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import { useConsoleStore } from '../lib/store.ts';
import { useMedia } from '../lib/use-media.ts';
import { antdTheme } from './antd-theme.ts';

// antd wraps its children only once it has a locale: without one at first, every screen would be mounted twice.
const noLocale: Locale = { locale: '' };

/** How far a dialog stands below the top of the window: a low window has no room for that. */
const dialogTop = 'clamp(24px, 100dvh - 800px, 100px)';

/** What of a dialog does not fit the window scrolls within it, to its edges; title and buttons stay in sight. */
const dialogs = {
  style: { top: dialogTop },
  styles: {
    body: {
      maxHeight: `calc(100dvh - ${dialogTop} - 170px)`,
      overflowY: 'auto',
      marginInline: -24,
      paddingInline: 24,
    },
  },
} as const;

// Another object with each drawing of the shell would have all of antd on the page drawn anew.
const buttons = { autoInsertSpace: false };

/**
 * antd with the product's theme and the user's language, scheme and density. Messages and confirmations are asked for by
 * functions of the kit (`notify`, `confirm`), because antd's `App` alone would weigh as much as a screen.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  useTranslation();
  const language = currentLanguage();
  const { scheme, density } = useConsoleStore();
  const [english, setEnglish] = useState(noLocale);
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  const isPhone = useMedia('(width < 640px)');
  const theme = useMemo(
    () => antdTheme({ scheme, density, motion, isPhone }),
    [scheme, density, motion, isPhone],
  );

  useEffect(() => {
    if (language === 'en') void import('antd/es/locale/en_US').then((loaded) => setEnglish(loaded.default));
  }, [language]);

  return (
    <StyleProvider layer>
      <ConfigProvider
        locale={language === 'zh' ? chinese : english}
        theme={theme}
        button={buttons}
        modal={dialogs}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
