import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './run.ts';

/** A block of code in a document: a file of that path, or, as a diff, lines that one gets. */
interface DocumentedBlock {
  section: string;
  path: string;
  isDiff: boolean;
  lines: string[];
}

const BLOCK = /^## (.+)$|^`([\w./-]+)`\n+```(\w+)\n([\s\S]*?)\n```$/gm;
const COPIED = ['packages', 'apps/api', 'apps/console', 'prisma', 'scripts', 'tests', 'tsconfig.base.json'];

/** The blocks that stand below the path of a file, in their order. */
export function documentedBlocks(text: string): DocumentedBlock[] {
  let section = '';
  return [...text.matchAll(BLOCK)].flatMap(([, heading, path, language, code]) => {
    if (heading) section = heading;
    if (!path || code === undefined) return [];
    return [{ section, path, isDiff: language === 'diff', lines: code.split('\n') }];
  });
}

/** A document without those blocks. */
export function withoutBlocks(text: string): string {
  return text.replaceAll(BLOCK, (block, heading?: string) => (heading ? block : ''));
}

/** The text with the lines of a diff that begin with `+`, each below the line above it; throws where that one doesn't stand exactly once. */
export function withAddedLines(
  text: string,
  { path, lines }: Pick<DocumentedBlock, 'path' | 'lines'>,
): string {
  const result = text.split('\n');
  let at = -1;
  for (const line of lines) {
    if (line.startsWith('+')) {
      if (at < 0) throw new Error(`${path}: nothing says where "${line}" goes`);
      at += 1;
      result.splice(at, 0, line.slice(1));
    } else {
      const known = line.slice(1);
      at = result.indexOf(known);
      if (at < 0 || result.indexOf(known, at + 1) >= 0)
        throw new Error(`${path} has no single line "${known}"`);
    }
  }
  return result.join('\n');
}

/** Copies the sources into an empty directory, the installed packages as links, and does there what the blocks say. */
export function buildDocumented(blocks: readonly DocumentedBlock[], directory: string): void {
  const isSource = (path: string) => !/^(node_modules|dist|\.turbo)$/.test(basename(path));
  for (const path of COPIED) {
    cpSync(join(ROOT, path), join(directory, path), { recursive: true, filter: isSource });
  }
  linkPackages(directory);
  for (const block of blocks) {
    const file = join(directory, block.path);
    if (block.isDiff) {
      writeFileSync(file, withAddedLines(readFileSync(file, 'utf8'), block));
    } else {
      if (existsSync(file)) throw new Error(`${block.path} is there already: it can only get lines`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${block.lines.join('\n')}\n`);
    }
  }
}

/** Packages of ours lead into the copy, all others to where they are installed. */
function linkPackages(directory: string): void {
  const installed = join(ROOT, 'node_modules');
  const ours = {
    api: 'apps/api',
    console: 'apps/console',
    contracts: 'packages/contracts',
    database: 'prisma',
  };
  mkdirSync(join(directory, 'node_modules/@xyxlx'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name.startsWith('.') || name === '@xyxlx') continue;
    symlinkSync(join(installed, name), join(directory, 'node_modules', name));
  }
  for (const [name, path] of Object.entries(ours)) {
    symlinkSync(join(directory, path), join(directory, 'node_modules/@xyxlx', name));
  }
}
