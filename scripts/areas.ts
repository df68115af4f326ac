import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

const SOURCES = ['apps', 'packages', 'prisma', 'scripts', 'tests'];
const TEST = /\.(test|spec)\.tsx?$/;

/** Every test file of the repository, by its path from the root. */
export function testFiles(): string[] {
  return SOURCES.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .map((file) => `${directory}/${file.replaceAll('\\', '/')}`)
      .filter((file) => TEST.test(file) && !/(^|\/)(node_modules|dist)\//.test(file)),
  );
}

/** The test files whose path names the area, as a folder or as a word of the file's name; the browser's apart. */
export function testsOf(
  area: string,
  files: readonly string[] = testFiles(),
): { unit: string[]; browser: string[] } {
  const named = files.filter((file) => namesIn(file).includes(area));
  return {
    unit: named.filter((file) => !file.endsWith('.spec.ts')),
    browser: named.filter((file) => file.endsWith('.spec.ts')),
  };
}

/** The areas worth a list: the folders around tests, and what the browser tests are called. */
export function areas(files: readonly string[] = testFiles()): string[] {
  const named = files.flatMap((file) => [
    ...foldersOf(file),
    ...(file.endsWith('.spec.ts') ? [nameOf(file)] : []),
  ]);
  return [...new Set(named)].sort();
}

/** The folders around a test and its name, whole and word by word; `limits` names `limit` too. */
function namesIn(file: string): string[] {
  const words = [nameOf(file), ...nameOf(file).split('-'), ...foldersOf(file)];
  return words.flatMap((word) => [word, word.replace(/s$/, '')]);
}

function nameOf(file: string): string {
  return (file.split('/').pop() ?? '').split('.')[0] ?? '';
}

function foldersOf(file: string): string[] {
  return file
    .split('/')
    .slice(0, -1)
    .filter((folder) => !ANYWHERE.has(folder));
}

/** Folders that say nothing of what is tested in them. */
const ANYWHERE = new Set(['apps', 'packages', 'src', 'areas', 'features', 'tests']);
