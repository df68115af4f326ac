import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

export interface Budget {
  /** What is opened, for the report. */
  name: string;
  /** The modules that opening it loads, as endings of their paths; everything they import statically counts too. */
  modules: string[];
  /** The most it may weigh as gzipped JavaScript, in kB of 1,000 bytes. */
  limitKb: number;
}

/** Weighs what the named screens load and fails the build when one is over its budget. */
export function weightBudget(budgets: Budget[]): Plugin {
  return {
    name: 'weight-budget',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const budget of budgets) {
          const chunks = loadedBy(budget, bundle);
          const kb = chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0) / 1000;
          const line = `${budget.name}: ${kb.toFixed(1)} of ${budget.limitKb} kB gzipped JavaScript`;
          if (kb > budget.limitKb) this.error(`${line}: over budget`);
          this.info(line);
        }
      },
    },
  };
}

function loadedBy({ name, modules }: Budget, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const loaded = new Map<string, Rolldown.OutputChunk>();
  const load = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || loaded.has(chunk.fileName)) return;
    loaded.set(chunk.fileName, chunk);
    for (const imported of chunk.imports) load(chunks.find(({ fileName }) => fileName === imported));
  };
  for (const module of modules) {
    const holder = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
    if (!holder) throw new Error(`The budget of ${name} names ${module}, which is not in the build`);
    load(holder);
  }
  return [...loaded.values()];
}
