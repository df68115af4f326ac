import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { SignInState } from '../../lib/sign-in-state.ts';
import { Login } from './login.tsx';

/** The sign-in page where the router leads to it. */
export function Component() {
  const [search] = useSearchParams();
  const { ended = null } = (useLocation().state ?? {}) as Partial<SignInState>;
  return <Login redirect={search.get('redirect')} ended={ended} go={useNavigate()} />;
}
