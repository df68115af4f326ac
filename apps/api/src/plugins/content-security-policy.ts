/** The console's policy: own scripts only, no eval, framed by nobody else, and embedding nothing but its own site and `others`. */
export function contentSecurityPolicy(others: readonly string[] = []) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // The one inline script of wujie, which runs the next script of a sub-application in its frame.
      scriptSrc: ["'self'", "'sha256-O07aHKlkKNAnACWZgEKkf/wej3R1E77aI89qDnV0vXk='"],
      // antd writes its styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      // wujie fetches a sub-application's page before it frames it.
      connectSrc: ["'self'", 'ws:', 'wss:', ...others],
      workerSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'", 'blob:', ...others],
      frameAncestors: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
    },
  };
}
