import type { ReactNode } from 'react';
// Its texts come with its code: on a slow line a file more is a round trip more.
import './features/sign-in/locales/zh.json?both-languages';
import { Login } from './features/sign-in/login.tsx';
import { signInTitle } from './features/sign-in/screens.ts';
import { Frame } from './frame.tsx';
import type { Go } from './lib/go.ts';
import { i18n } from './lib/i18n.ts';
import { useLabel } from './lib/label.ts';

/** Shows the sign-in page alone: most visits begin with it, and it needs no router. */
export async function startSignIn(show: (page: ReactNode) => void, go: Go): Promise<void> {
  await i18n.loadNamespaces(['sign-in']);
  show(<SignIn go={go} />);
}

function SignIn({ go }: { go: Go }) {
  const label = useLabel();
  const redirect = new URLSearchParams(window.location.search).get('redirect');
  return (
    <Frame title={label(signInTitle)} isNavigating={false}>
      <Login redirect={redirect} ended={null} go={go} />
    </Frame>
  );
}
