import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { antdTheme } from '../../kit/antd-theme.ts';
import { currentLanguage, type Language } from '../../lib/i18n.ts';
import { useConsoleStore } from '../../lib/store.ts';
import { useMedia } from '../../lib/use-media.ts';

// antd wraps its children only once it has a locale: without one at first, every screen would be mounted twice.
const noLocale: Locale = { locale: '' };

const locales: Record<Language, () => Promise<{ default: Locale }>> = {
  zh: () => import('antd/es/locale/zh_CN'),
  en: () => import('antd/es/locale/en_US'),
};

/**
 * antd with the product's theme and the user's language, scheme and density. Messages and confirmations are the kit's
 * own (`notify`, `confirm`), because antd's `App` alone would weigh as much as a screen.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  useTranslation();
  const language = currentLanguage();
  const { scheme, density } = useConsoleStore();
  const [locale, setLocale] = useState(noLocale);
  const motion = !useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => antdTheme({ scheme, density, motion }), [scheme, density, motion]);

  useEffect(() => {
    let isCurrent = true;
    locales[language]().then((loaded) => {
      if (isCurrent) setLocale(loaded.default);
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);

  return (
    <ConfigProvider locale={locale} theme={theme} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
