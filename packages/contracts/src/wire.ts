/** The prefix of every call. */
export const wirePrefix = '/xyxlx';

/** The header of every answer of an endpoint that says what time the business has: days, periods, expiry. */
export const businessTimeHeader = 'X-Business-Time';

/** The body codes a client acts on; HTTP-level faults repeat their status here. */
export const codes = {
  ok: 200,
  invalid: 400,
  expired: 402,
  signInAgain: 403,
  notFound: 404,
  methodNotAllowed: 405,
  refused: 406,
  tooLarge: 413,
  unsupportedMedia: 415,
  tooMany: 429,
  fault: 500,
  unavailable: 503,
} as const;

/** The slider captcha's size in pixels, as the product fixes it. */
export const sliderSize = { width: 360, height: 40 } as const;

/** A drag of so many points is well within what anybody may send. */
export const maxTracePoints = 400;
