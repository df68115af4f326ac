import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { withNetwork } from './kit/lazy-overlay.ts';
import { LoadingOverlay } from './kit/loading-overlay.tsx';
import { hasNotices, subscribeNotices } from './lib/notify.ts';

// They are antd's, which the sign-in page has none of; behind sign-in they come with the frame.
const Notices = lazy(async () => ({
  default: await withNetwork(async () => (await import('./kit/notices.tsx')).Notices),
}));

interface FrameProps {
  /** Of the page; none where it is not known yet. */
  title: string | undefined;
  isNavigating: boolean;
  children: ReactNode;
}

/** What every page has: its title, the messages, the loading indicator. */
export function Frame({ title, isNavigating, children }: FrameProps) {
  const { t } = useTranslation();
  const isTold = useSyncExternalStore(subscribeNotices, hasNotices, () => false);
  const product = t('product.name');
  const whole = title ? `${title} · ${product}` : product;

  useEffect(() => {
    document.title = whole;
  }, [whole]);

  return (
    <>
      <Suspense>{children}</Suspense>
      <LoadingOverlay isNavigating={isNavigating} />
      <Suspense>{isTold && <Notices />}</Suspense>
    </>
  );
}
