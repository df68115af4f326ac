import { useRouteError } from 'react-router';
import { Fault } from './fault.tsx';

/** Catches what a screen throws. */
export function RouteFault() {
  return <Fault error={useRouteError()} />;
}
