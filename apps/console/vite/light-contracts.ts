import { readFileSync } from 'node:fs';
import { type Plugin, parseAst } from 'vite';

const contracts = '@xyxlx/contracts/';
const constantsQuery = '?constants';
// Words, a list of names or a number: what a list screen needs of a contract, and what needs no zod.
const plainConstant =
  /^export const (\w+) = (?:\[[^\]]*\] as const|[\d_]+|valuesOf\(\w+\)|\{[\s\S]*?^\} as const satisfies WordsOf<string>);/gm;

/**
 * Keeps zod away from screens that only list. A form needs an area's schemas, a list its states and sort fields; both
 * stand in one file, so one chunk would bring zod to both. Whoever imports plain constants gets them from a second
 * instance of the file, from which the bundler drops everything else.
 */
export function lightContracts(): Plugin {
  return {
    name: 'light-contracts',
    apply: 'build',
    enforce: 'post',
    resolveId: {
      filter: { id: /^@xyxlx\/contracts\/.*\?constants$/ },
      async handler(source, importer) {
        const whole = await this.resolve(source.slice(0, -constantsQuery.length), importer);
        return whole && { ...whole, id: whole.id + constantsQuery };
      },
    },
    transform: {
      filter: { id: [/\/console\/src\/.*\.tsx?$/, /\/contracts\/src\/[^/]+\.ts(\?constants)?$/] },
      async handler(code, id) {
        if (id.includes('/contracts/src/')) {
          return { code: markedPure(code), map: null, moduleSideEffects: false };
        }
        return {
          code: await withConstantsApart(code, async (source) => (await this.resolve(source, id))?.id),
          map: null,
        };
      },
    },
  };
}

/** Tells the bundler that the values of a contract have no effects, so that unused ones can go. */
function markedPure(code: string): string {
  const values = parseAst(code).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration'
      ? declaration.declarations.map(({ init }) => init)
      : [];
  });
  let marked = code;
  // From the end, so that the places found stay right.
  for (const value of values.reverse()) {
    if (!value || value.type === 'Literal') continue;
    const text = marked.slice(value.start, value.end);
    marked = `${marked.slice(0, value.start)}/*#__PURE__*/ (() => (${text}))()${marked.slice(value.end)}`;
  }
  return marked;
}

/** Moves the plain constants of each import from a contract into an import of their own. */
async function withConstantsApart(
  code: string,
  fileOf: (source: string) => Promise<string | undefined>,
): Promise<string> {
  if (!code.includes(contracts)) return code;
  let split = code;
  for (const statement of parseAst(code).body.toReversed()) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith(contracts)) continue;
    const source = statement.source.value;
    const file = await fileOf(source);
    const constants = file ? constantsIn(file) : new Set<string>();
    const named = statement.specifiers.map((specifier) => code.slice(specifier.start, specifier.end));
    const light = named.filter((text) => constants.has(text.split(' ')[0] ?? ''));
    const heavy = named.filter((text) => !light.includes(text));
    if (light.length === 0) continue;
    const imports = [`import { ${light.join(', ')} } from '${source}${constantsQuery}';`];
    if (heavy.length > 0) imports.push(`import { ${heavy.join(', ')} } from '${source}';`);
    split = split.slice(0, statement.start) + imports.join(' ') + split.slice(statement.end);
  }
  return split;
}

function constantsIn(file: string): Set<string> {
  return new Set([...readFileSync(file, 'utf8').matchAll(plainConstant)].map(([, name]) => name ?? ''));
}
