import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches, useNavigation } from 'react-router';
import { withNetwork } from './kit/lazy-overlay.ts';
import { LoadingOverlay } from './kit/loading-overlay.tsx';
import { useLabel } from './lib/label.ts';
import { hasNotices, subscribeNotices } from './lib/notify.ts';
import { screenOf } from './lib/screen.ts';

// They are antd's, which the sign-in page has none of; behind sign-in they come with the frame.
const Notices = lazy(async () => ({
  default: await withNetwork(async () => (await import('./kit/notices.tsx')).Notices),
}));

/** What every page has: its title, the messages, the loading indicator. */
export function Root() {
  const { t } = useTranslation();
  const label = useLabel();
  const isNavigating = useNavigation().state !== 'idle';
  const screen = screenOf(useMatches().at(-1)?.handle);
  const isTold = useSyncExternalStore(subscribeNotices, hasNotices);
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
      <Suspense>{isTold && <Notices />}</Suspense>
    </>
  );
}
