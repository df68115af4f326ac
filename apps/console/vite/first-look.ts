import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const name = 'first-look.js';

/** Makes `src/first-look.ts` the first script of the page, one that the browser runs before it draws anything. */
export function firstLook(): Plugin {
  let root = '';
  return {
    name: 'first-look',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      const { output } = (await build({
        root,
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          rolldownOptions: { input: join(root, 'src/first-look.ts'), output: { format: 'iife' } },
        },
      })) as Rolldown.RolldownOutput;
      this.emitFile({ type: 'asset', name, source: output[0].code });
    },
    transformIndexHtml(_html, { bundle = {} }) {
      const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(name));
      if (!file) throw new Error(`${name} is not in the build`);
      return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }];
    },
  };
}
