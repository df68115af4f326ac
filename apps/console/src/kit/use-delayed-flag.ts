import { useEffect, useRef, useState } from 'react';

/** Follows a flag that may flicker: true only after it held for `afterMs`, and then for at least `leastMs`. */
export function useDelayedFlag(flag: boolean, afterMs: number, leastMs: number): boolean {
  const [shown, setShown] = useState(false);
  const shownSince = useRef(0);
  useEffect(() => {
    if (flag === shown) return;
    const wait = flag ? afterMs : Math.max(0, shownSince.current + leastMs - Date.now());
    const timer = setTimeout(() => {
      if (flag) shownSince.current = Date.now();
      setShown(flag);
    }, wait);
    return () => clearTimeout(timer);
  }, [flag, shown, afterMs, leastMs]);
  return shown;
}
