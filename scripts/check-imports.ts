/**
 * Imports point one way (contracts → core → platform → wire → areas → app, and contracts → lib → kit → features → routes) and never in
 * a circle, between files or between folders; what is delivered knows neither tests nor scripts, and the test kit takes the API by its
 * public entry alone. Lists those that don't.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { circles } from './import-circles.ts';
import { ROOT } from './run.ts';

const SOURCES = ['packages', 'apps', 'prisma', 'scripts', 'tests'];
const IGNORED = new Set(['node_modules', 'client', 'dist', 'migrations', 'schema']);
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;
const TYPES_ALONE = /\b(?:import|export) type [^;]*$/;
const TEST = /\.(test|spec)\.tsx?$/;
const API_LAYERS = ['core', 'platform', 'wire', 'areas'];
const CONSOLE_LAYERS = ['lib', 'kit', 'features'];
const API_ENTRY = 'apps/api/src/embed.ts';
/** What the name of a package stands for, where it has one entry. */
const ENTRIES: Record<string, string> = {
  '@xyxlx/api': API_ENTRY,
  '@xyxlx/testkit': 'packages/testkit/src/start-stack.ts',
};

/** An import as it stands in a file: `isType` where nothing of it is left at run time. */
interface Import {
  file: string;
  line: number;
  specifier: string;
  target: string;
  isType: boolean;
}

/** One sentence for each import that breaks the direction, and for each circle, in the tree of sources at `root`. */
export function wrongImports(root = ROOT): string[] {
  const imports = SOURCES.flatMap((directory) => filesIn(root, directory)).flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8')),
  );
  const wrong = imports.flatMap(({ file, line, specifier, target }) => {
    const reason = objection(file, target);
    return reason ? [`${file}:${line} imports ${specifier}: ${reason}`] : [];
  });
  return [...wrong, ...circlesAmong(imports)];
}

/** The imports of a file's text. */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(({ index, 1: specifier = '' }) => {
    const before = text.slice(0, index);
    const isType = TYPES_ALONE.test(before.slice(-2000));
    return { file, line: before.split('\n').length, specifier, target: resolve(file, specifier), isType };
  });
}

/**
 * One sentence for each circle of files or of folders, tests apart. Types alone make no circle between files, as none is left at run
 * time; between folders they do: neither could be understood without the other.
 */
export function circlesAmong(imports: readonly Pick<Import, 'file' | 'target' | 'isType'>[]): string[] {
  const ours = imports.filter(({ file, target }) => !TEST.test(file) && /\.tsx?$/.test(target));
  const files = ours.filter(({ isType }) => !isType).map(({ file, target }) => [file, target] as const);
  const folders = ours.map(({ file, target }) => [dirname(file), dirname(target)] as const);
  return [
    ...circles(files).map((circle) => `files import each other in a circle: ${circle.join(', ')}`),
    ...circles(folders).map((circle) => `folders import each other in a circle: ${circle.join(', ')}`),
  ];
}

/** Why this file may not import that target (a path in the repository, or a package), if there is a reason. */
export function objection(file: string, target: string): string | undefined {
  const isTest = TEST.test(file);
  if (/^(scripts|tests)\//.test(file)) return undefined;
  if (/^(scripts|tests)\//.test(target) && !isTest)
    return 'what is delivered knows neither tests nor scripts';
  if (file.startsWith('packages/testkit/')) return testkitObjection(target);
  if (file.startsWith('packages/contracts/')) {
    const allowed = /^(packages\/contracts\/|zod(\/|$)|@trpc\/server)/.test(target) || isTest;
    return allowed ? undefined : 'contracts import nothing but zod and tRPC types';
  }
  if (file.startsWith('prisma/')) {
    return target.startsWith('apps/') ? 'the database package knows no application' : undefined;
  }
  if (file.startsWith('apps/api/')) return apiObjection(file, target);
  const ownDirectory = file.split('/').slice(0, 2).join('/');
  if (/^(apps|prisma)\//.test(target) && !target.startsWith(`${ownDirectory}/`)) {
    return 'what runs in a browser knows the contracts, never the API, the database or another application';
  }
  return consoleObjection(file, target);
}

function testkitObjection(target: string): string | undefined {
  const isForeign = target.startsWith('apps/') && target !== API_ENTRY;
  return isForeign ? 'the test kit takes the API by its public entry alone' : undefined;
}

function apiObjection(file: string, target: string): string | undefined {
  if (/^apps\/(?!api\/)/.test(target)) return 'the API never imports what runs in a browser';
  const from = partsOf(file, 'apps/api/src/');
  const to = partsOf(target, 'apps/api/src/');
  if (!from || !to || TEST.test(file)) return undefined;
  if (apiLayerOf(to) > apiLayerOf(from)) return 'core → platform → wire → areas → app point one way';
  const isOtherArea = from[0] === 'areas' && to[0] === 'areas' && to.length > 2 && from[1] !== to[1];
  const isInternal = /^(handlers|area|present.*)\.ts$/.test(to.at(-1) ?? '');
  return isOtherArea && isInternal
    ? 'from another area one may use a named rule, never its handlers, presenters or declaration'
    : undefined;
}

/** What lies beside the layers (`app.ts`, `plugins`, `backup`) puts them together and may know everything. */
function apiLayerOf([first = '']: string[]): number {
  const layer = API_LAYERS.indexOf(first);
  return layer < 0 ? API_LAYERS.length : layer;
}

function consoleObjection(file: string, target: string): string | undefined {
  const from = partsOf(file, 'apps/console/src/');
  const to = partsOf(target, 'apps/console/src/');
  if (!from || !to) return undefined;
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  // A test may use the parts that surround the screen.
  if (toLayer > fromLayer && !/\.test\.tsx?$/.test(file))
    return 'lib → kit → features → routes point one way';
  const isOtherFeature = to[0] === 'features' && from[0] === 'features' && from[1] !== to[1];
  return isOtherFeature ? 'features never import features' : undefined;
}

/** Files at the top (routes, main) may know everything. */
function layerOf(parts: string[]): number {
  if (parts.length === 1) return CONSOLE_LAYERS.length;
  return Math.max(0, CONSOLE_LAYERS.indexOf(parts[0] ?? ''));
}

function partsOf(path: string, prefix: string): string[] | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/') : undefined;
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
  const entry = ENTRIES[specifier];
  if (entry) return entry;
  const [scope, name, ...rest] = specifier.split('/');
  if (scope !== '@xyxlx') return specifier;
  const roots: Record<string, string> = { contracts: 'packages/contracts/src', database: 'prisma' };
  const path = posix.join(roots[name ?? ''] ?? `apps/${name}`, ...rest);
  return /\.\w+$/.test(path) ? path : `${path}.ts`;
}

function filesIn(root: string, directory: string): string[] {
  return readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : filesIn(root, path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
