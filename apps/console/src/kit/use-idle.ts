import { useEffect, useState } from 'react';
import { untilIdle } from '../lib/until-idle.ts';

/** Whether the screen has been at rest since the component came: what can wait begins then. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isShown = true;
    void untilIdle().then(() => {
      if (isShown) setIdle(true);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return isIdle;
}
