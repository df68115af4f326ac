import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches, useNavigation } from 'react-router';
import { LoadingOverlay } from './kit/loading-overlay.tsx';
import { Notices } from './kit/notices.tsx';
import { useLabel } from './lib/label.ts';
import { screenOf } from './lib/screen.ts';

/** What every page has: its title, the messages, the loading indicator. */
export function Root() {
  const { t } = useTranslation();
  const label = useLabel();
  const isNavigating = useNavigation().state !== 'idle';
  const screen = screenOf(useMatches().at(-1)?.handle);
  const product = t('product.name');
  const title = screen ? `${label(screen.title)} · ${product}` : product;

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <LoadingOverlay isNavigating={isNavigating} />
      <Notices />
    </>
  );
}
