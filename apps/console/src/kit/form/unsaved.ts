import { paths } from '@xyxlx/contracts/paths';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { confirm } from '../confirm.ts';

/** Asks whether what was typed may be lost. */
export function agreesToLose(t: TFunction<'kit'>): Promise<boolean> {
  return confirm({
    title: t('unsaved.title'),
    content: t('unsaved.words'),
    okText: t('unsaved.leave'),
    isDangerous: true,
  });
}

/** While it is mounted, a step elsewhere asks first, and so does a reload. One at a time: the router knows no more. */
export function KeepsUnsaved(): null {
  const { t } = useTranslation('kit');
  // What is typed as the session ends is kept: the sign-in screen need not wait.
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname !== paths.login);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  const decide = useEffectEvent(async () => {
    if (blocker.state !== 'blocked') return;
    if (await agreesToLose(t)) blocker.proceed();
    else blocker.reset();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void decide();
  }, [blocker.state]);

  return null;
}
