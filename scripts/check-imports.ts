/** Imports point one way: contracts → api, and contracts → lib → kit → features → routes. Lists those that don't. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ROOT } from './run.ts';

const SOURCES = ['packages/contracts/src', 'apps', 'prisma'];
const IGNORED = new Set(['node_modules', 'client', 'dist', 'migrations', 'schema']);
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g;
const CONSOLE_LAYERS = ['lib', 'kit', 'features'];

/** One sentence for each import that breaks the direction. */
export function wrongImports(): string[] {
  return SOURCES.flatMap(filesIn).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(IMPORT)].flatMap((match) => {
      const reason = objection(file, resolve(file, match[1] ?? ''));
      const line = text.slice(0, match.index).split('\n').length;
      return reason ? [`${file}:${line} imports ${match[1]}: ${reason}`] : [];
    });
  });
}

/** Why this file may not import that target (a path in the repository, or a package), if there is a reason. */
export function objection(file: string, target: string): string | undefined {
  const isTest = /\.test\.tsx?$/.test(file);
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

function apiObjection(file: string, target: string): string | undefined {
  if (/^apps\/(?!api\/)/.test(target)) return 'the API never imports what runs in a browser';
  const from = partsOf(file, 'apps/api/src/');
  const to = partsOf(target, 'apps/api/src/');
  if (to?.[0] !== 'areas' || !from) return undefined;
  const isRoot = from.length === 1;
  if (isRoot || file.endsWith('.test.ts') || from[1] === to[1]) return undefined;
  if (from[0] !== 'areas' && from[0] !== 'plugins') return 'what all areas stand on knows none of them';
  const isInternal = /^(handlers|present.*)\.ts$/.test(to.at(-1) ?? '');
  return isInternal
    ? 'from another area one may use a named rule, never its handlers or presenters'
    : undefined;
}

function consoleObjection(file: string, target: string): string | undefined {
  const from = partsOf(file, 'apps/console/src/');
  const to = partsOf(target, 'apps/console/src/');
  if (!from || !to) return undefined;
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (toLayer > fromLayer) return 'lib → kit → features → routes point one way';
  const isOtherFeature = to[0] === 'features' && from[0] === 'features' && from[1] !== to[1];
  return isOtherFeature ? 'features never import features' : undefined;
}

/** Files at the top (routes, main) may know everything; `paths.ts` is for everybody, like any helper directory. */
function layerOf(parts: string[]): number {
  if (parts.length === 1) return parts[0] === 'paths.ts' ? 0 : CONSOLE_LAYERS.length;
  return Math.max(0, CONSOLE_LAYERS.indexOf(parts[0] ?? ''));
}

function partsOf(path: string, prefix: string): string[] | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/') : undefined;
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
  const [scope, name, ...rest] = specifier.split('/');
  if (scope !== '@xyxlx') return specifier;
  const roots: Record<string, string> = { contracts: 'packages/contracts/src', database: 'prisma' };
  return posix.join(roots[name ?? ''] ?? `apps/${name}`, ...rest);
}

function filesIn(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
