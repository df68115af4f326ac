import { Window } from 'happy-dom';
import { createServer, type Plugin } from 'vite';

const empty = '<div id="root"></div>';

/**
 * Draws the sign-in page into `index.html`: it is seen and typed into while its script is still on its way, which brings it to life
 * (`src/main.tsx`). On every other page it is not shown (`src/first-look.ts`).
 */
export function drawnSignIn(): Plugin {
  let root = '';
  return {
    name: 'drawn-sign-in',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async transformIndexHtml(html) {
      if (!html.includes(empty)) throw new Error(`index.html has no ${empty}`);
      return html.replace(empty, `<div id="root" data-drawn>${await draw(root)}</div>`);
    },
  };
}

async function draw(root: string): Promise<string> {
  const browser = new Window({ url: 'http://localhost/login' });
  const { document, localStorage, sessionStorage } = browser;
  const given = { window: browser, document, localStorage, sessionStorage };
  Object.assign(globalThis, given);
  const server = await createServer({
    root,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { drawSignIn } = (await server.ssrLoadModule('/src/drawn-sign-in.tsx')) as {
      drawSignIn(): Promise<string>;
    };
    return await drawSignIn();
  } finally {
    await server.close();
    for (const one of Object.keys(given)) Reflect.deleteProperty(globalThis, one);
    await browser.happyDOM.close();
  }
}
