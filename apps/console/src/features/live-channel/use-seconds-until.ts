import { useEffect, useState } from 'react';

/** The whole seconds until an instant (milliseconds since 1970), counted down; null when there is none. */
export function useSecondsUntil(instant: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (instant === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [instant]);
  return instant === null ? null : Math.max(0, Math.ceil((instant - now) / 1000));
}
