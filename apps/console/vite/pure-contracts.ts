import type { Plugin } from 'vite';

/**
 * Tells the bundler that a contract's schemas have no effects of their own, so that a screen which uses one list of
 * states does not bring every schema, and zod with it.
 */
export function pureContracts(): Plugin {
  return {
    name: 'pure-contracts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contracts\/src\/[^/]+\.ts$/ },
      handler(code) {
        const inits = this.parse(code).body.flatMap((statement) => {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          return declaration?.type === 'VariableDeclaration'
            ? declaration.declarations.map(({ init }) => init)
            : [];
        });
        let marked = code;
        // From the end, so that the places found stay right.
        for (const init of inits.reverse()) {
          if (!init || init.type === 'Literal') continue;
          const value = marked.slice(init.start, init.end);
          marked = `${marked.slice(0, init.start)}/*#__PURE__*/ (() => (${value}))()${marked.slice(init.end)}`;
        }
        return { code: marked, map: null, moduleSideEffects: false };
      },
    },
  };
}
