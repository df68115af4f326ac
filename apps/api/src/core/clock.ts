/** Time as the service sees it; tests hand in their own. */
export interface Clock {
  /** The machine's time: sessions, tokens, limits. */
  now(): Date;
  /** The time of the business: days, periods, expiry; a developer endpoint moves it. */
  businessNow(): Date;
  /** Moves the business time against the machine's, in milliseconds. */
  setBusinessOffset(ms: number): void;
}

/** The machine's clock. */
export function systemClock(): Clock {
  let offset = 0;
  return {
    now: () => new Date(),
    businessNow: () => new Date(Date.now() + offset),
    setBusinessOffset: (ms) => {
      offset = ms;
    },
  };
}
