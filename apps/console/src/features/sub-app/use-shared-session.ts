import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { session } from '../../lib/session.ts';
import { readToken } from '../../lib/storage.ts';
import { useConsoleStore } from '../../lib/store.ts';
import { dropAll, onEvent, sendSession } from './wujie.ts';

// A kept-alive application still shows what the last user saw.
session.onEnd(() => {
  dropAll();
});

/** Hands token, language and theme to the sub-applications, again after every change, and refreshes what expired on them. */
export function useSharedSession(): void {
  useTranslation();
  const language = currentLanguage();
  const theme = useConsoleStore((state) => state.scheme);

  const share = useEffectEvent(() => {
    const token = readToken();
    if (token) sendSession({ token, language, theme });
  });

  const refresh = useEffectEvent((expired: string) => {
    // Somebody else may have refreshed it since.
    if (readToken() !== expired) return share();
    // A refusal has ended the session by now, and the console shows that.
    session.refresh(expired).then(share, () => undefined);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either is what is to be told.
  useEffect(() => share(), [language, theme]);

  useEffect(() => {
    const stops = [onEvent('ready', () => share()), onEvent('token-expired', ({ token }) => refresh(token))];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
