/** The documents name only files, commands and tests that exist, and decisions are numbered from 1 on. Lists what is wrong. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutBlocks } from './documented-example.ts';
import { ROOT } from './run.ts';

/** Made at run time and ignored by git: may be named without being there. */
const GENERATED =
  /^(\.data|prisma\/client|apps\/console\/dist|test-results|playwright-report|node_modules)(\/|$)/;
const PATH = /(?<![\w/.:@#<>-])((?:\.{1,2}\/)?[\w.-]+(?:\/[\w.-]+)+\/?)(?![\w*<{…]|\/[*<{…])/g;
const BARE_FILE = /`([\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|json|md|yml|prisma|sql))`/g;
const LINK = /\]\((?!\w+:|#|\/)([^)\s#]+)/g;
/** A test file and the names of tests in it: `file`: “name” · “name”. */
const TESTS = /`([\w./-]+\.(?:test|spec)\.tsx?)`: (“[^”]+”(?: · “[^”]+”)*)/g;
const COMMAND = /\bnpm run ([\w:-]+)|\bnpm (start|test)\b/g;

/** One sentence for each mention of something that isn't there, and for each decision out of its number. */
export function wrongMentions(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const names = new Set(allNames('.'));
  return [...documents().flatMap(mentionsOf), ...misnumberedDecisions()];

  function mentionsOf(document: string): string[] {
    // What the blocks name is checked by building them.
    const text = withoutBlocks(readFileSync(join(ROOT, document), 'utf8'));
    const commands = [...text.matchAll(COMMAND)]
      .filter((match) => !((match[1] ?? match[2] ?? '') in scripts))
      .map((match) => `${document}: there is no command "${match[0]}"`);
    const paths = [...text.matchAll(PATH), ...text.matchAll(LINK)]
      .map((match) => (match[1] ?? '').replace(/\.$/, ''))
      .filter((path) => isOurs(path) && !exists(document, path))
      .map((path) => `${document}: there is no ${path}`);
    const files = [...text.matchAll(BARE_FILE)]
      .filter((match) => !names.has(match[1] ?? ''))
      .map((match) => `${document}: there is no file ${match[1]}`);
    const tests = [...text.matchAll(TESTS)].flatMap(([, file = '', named = '']) =>
      missingTests(file, named).map((name) => `${document}: there is no test “${name}” in ${file}`),
    );
    return [...new Set([...commands, ...paths, ...files, ...tests])];
  }
}

function misnumberedDecisions(): string[] {
  const folder = 'docs/decisions';
  return readdirSync(join(ROOT, folder))
    .sort()
    .flatMap((file, index) => {
      const number = index + 1;
      const title = readFileSync(join(ROOT, folder, file), 'utf8').split('\n', 1)[0] ?? '';
      const isNumbered =
        file.startsWith(`${String(number).padStart(4, '0')}-`) && title.startsWith(`# ${number}. `);
      return isNumbered ? [] : [`${folder}/${file}: it should be number ${number}, in its name and title`];
    });
}

function missingTests(file: string, named: string): string[] {
  if (!existsSync(join(ROOT, file))) return [];
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...named.matchAll(/“([^”]+)”/g)]
    .map(([, name = '']) => name)
    .filter((name) => !text.includes(name));
}

/** Words with a slash, addresses and media types look like paths too: ours begin with a directory of ours. */
function isOurs(path: string): boolean {
  const first = path.split('/')[0] ?? '';
  return first.startsWith('.') ? first !== '.data' : existsSync(join(ROOT, first));
}

function exists(document: string, path: string): boolean {
  if (GENERATED.test(path)) return true;
  return existsSync(join(ROOT, path)) || existsSync(join(ROOT, dirname(document), path));
}

function documents(): string[] {
  const inDocs = existsSync(join(ROOT, 'docs'))
    ? readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
    : [];
  return ['README.md', 'CONTRIBUTING.md', ...inDocs].filter(
    (name) => name.endsWith('.md') && existsSync(join(ROOT, name)),
  );
}

function allNames(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    return /^(node_modules|dist|\.git|\.data|\.turbo)$/.test(entry.name)
      ? []
      : allNames(join(directory, entry.name));
  });
}
