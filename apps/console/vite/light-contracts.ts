import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Transitions } from '@xyxlx/contracts/transitions';
import { type Plugin, parseAst } from 'vite';

const contracts = '@xyxlx/contracts/';
const constantsQuery = '?constants';
const tablesQuery = '?transitions';
// Words, a list of names or a number: what a list screen needs of a contract, and what needs no zod.
const plainConstant =
  /^export const (\w+)(?:: readonly \w+\[\])? = (?:\[[^\]]*\](?: as const)?|[\d_]+|valuesOf\(\w+\)|\{(?:\n .*)*\n\} as const satisfies WordsOf<string>);/gm;

// Its endpoints hold the schemas, of which a list needs the permissions alone.
const tableOfTransitions = /^export const (\w+) = transitions\(/gm;

/**
 * Keeps zod away from screens that only list. A form needs an area's schemas, a list its states and sort fields; both
 * stand in one file, so one chunk would bring zod to both. Whoever imports plain constants gets them from a second
 * instance of the file, from which the bundler drops everything else; tables of transitions they get as data.
 */
export function lightContracts(): Plugin {
  return {
    name: 'light-contracts',
    apply: 'build',
    enforce: 'post',
    resolveId: {
      filter: { id: /^@xyxlx\/contracts\/.*\?(constants|transitions)$/ },
      async handler(source, importer) {
        const at = source.indexOf('?');
        const whole = await this.resolve(source.slice(0, at), importer);
        return whole && { ...whole, id: whole.id + source.slice(at) };
      },
    },
    load: {
      filter: { id: /\/contracts\/src\/[^/]+\.ts\?transitions$/ },
      handler: (id) => tablesAsData(id.slice(0, -tablesQuery.length)),
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

/** The tables of a contract, each with the permissions of its endpoints in place of these. */
async function tablesAsData(file: string): Promise<string> {
  const contract = (await import(pathToFileURL(file).href)) as Record<string, Transitions>;
  const lines = namesIn(file, tableOfTransitions).map((name) => {
    const { endpoints, ...table } = contract[name] as Transitions;
    const permissions = Object.entries(endpoints).map(([action, { permission }]) => [action, { permission }]);
    return `export const ${name} = ${JSON.stringify({ ...table, endpoints: Object.fromEntries(permissions) })};`;
  });
  return lines.join('\n');
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
    if (!file) continue;
    const named = statement.specifiers.map((specifier) => code.slice(specifier.start, specifier.end));
    const rest = new Set(named);
    const imports = [
      [constantsQuery, namesIn(file, plainConstant)] as const,
      [tablesQuery, namesIn(file, tableOfTransitions)] as const,
    ].flatMap(([query, names]) => {
      const light = named.filter((text) => names.includes(text.split(' ')[0] ?? ''));
      for (const text of light) rest.delete(text);
      return light.length > 0 ? [`import { ${light.join(', ')} } from '${source}${query}';`] : [];
    });
    if (imports.length === 0) continue;
    if (rest.size > 0) imports.push(`import { ${[...rest].join(', ')} } from '${source}';`);
    split = split.slice(0, statement.start) + imports.join(' ') + split.slice(statement.end);
  }
  return split;
}

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name ?? '');
}
