/**
 * The console's policy: scripts of its own and of `others` alone, none within a page, no eval, framed by nobody else, and embedding nothing
 * but its own site and `others`. `host` is the site's, with its port: not every browser takes 'self' for its live channel too.
 */
export function contentSecurityPolicy(host: string, others: readonly string[] = []) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // The one inline script of wujie, which runs the next script of a sub-application in its frame.
      scriptSrc: ["'self'", "'sha256-O07aHKlkKNAnACWZgEKkf/wej3R1E77aI89qDnV0vXk='", ...others],
      // antd writes its styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      // wujie fetches a sub-application's page before it frames it.
      connectSrc: ["'self'", `ws://${host}`, `wss://${host}`, ...others],
      workerSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'", 'blob:', ...others],
      frameAncestors: ["'self'"],
      objectSrc: ["'none'"],
      // wujie gives a sub-application's frame the base of its page.
      baseUri: ["'self'", ...others],
      formAction: ["'self'"],
    },
  };
}
