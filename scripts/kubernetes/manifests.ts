/** What kustomize would make of deploy/kubernetes, as far as the checks of it need that: resources, components and their patches. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../run.ts';

export const FOLDER = join(ROOT, 'deploy/kubernetes');

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec?: unknown;
}

/** What of kustomize is used; any other key is a mistake. */
const kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.string().array().default([]),
  components: z.string().array().default([]),
  patches: z
    .strictObject({
      path: z.string(),
      target: z.strictObject({ kind: z.string(), name: z.string() }).optional(),
    })
    .array()
    .default([]),
  configurations: z.string().array().default([]),
  images: z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() }).array().default([]),
  configMapGenerator: z.strictObject({ name: z.string(), envs: z.string().array() }).array().default([]),
  secretGenerator: z.strictObject({ name: z.string(), envs: z.string().array() }).array().default([]),
});
type Kustomization = z.infer<typeof kustomization>;

/** The documents of a YAML file below the folder; throws what the parser complains of, a key that is there twice too. */
export function documentsIn(file: string): unknown[] {
  return parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) throw new Error(`${file}: ${fault.message}`);
    return document.toJS();
  });
}

export const filesBelow = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(FOLDER.length + 1));

/** The kustomization.yaml of a folder. */
export function kustomizationOf(folder: string): Kustomization {
  return kustomization.parse(documentsIn(join(folder, 'kustomization.yaml'))[0]);
}

export const root = kustomizationOf('.');
export const components = filesBelow
  .filter((file) => /^components\/.*\/kustomization\.yaml$/.test(file))
  .map(dirname);

/** The files that a kustomization names. */
export function namedBy(folder: string): string[] {
  const { resources, patches, configurations, configMapGenerator, secretGenerator } = kustomizationOf(folder);
  const generated = [...configMapGenerator, ...secretGenerator].flatMap(({ envs }) => envs);
  const named = [...resources, ...patches.map(({ path }) => path), ...configurations, ...generated];
  return named.map((file) => join(folder, file));
}

function resourcesOf(folder: string): Manifest[] {
  return kustomizationOf(folder).resources.flatMap((file) => documentsIn(join(folder, file)) as Manifest[]);
}

/** All resources, with those of the named components and what these change. */
export function rendered(...used: string[]): Manifest[] {
  return used.reduce(withComponent, resourcesOf('.'));
}

function withComponent(manifests: Manifest[], folder: string): Manifest[] {
  return kustomizationOf(folder).patches.reduce(
    (before, { path, target }) => {
      const [patch] = documentsIn(join(folder, path));
      const { kind, name } = target ?? headOf(patch as Manifest);
      const index = before.findIndex((one) => one.kind === kind && one.metadata.name === name);
      if (index < 0) throw new Error(`${path} changes ${kind} ${name}, which is not there`);
      const changed = Array.isArray(patch) ? [patched(before[index] as Manifest, patch)] : [];
      return before.toSpliced(index, 1, ...changed);
    },
    [...manifests, ...resourcesOf(folder)],
  );
}

/** A patch without a target is one that deletes. */
function headOf({ $patch, kind, metadata }: Manifest & { $patch?: string }) {
  if ($patch !== 'delete') throw new Error(`a patch of ${kind} has no target and deletes nothing`);
  return { kind, name: metadata.name };
}

interface Step {
  op: string;
  path: string;
  value: unknown;
}

type Node = Record<string, unknown> & unknown[];

/** A JSON patch of the three kinds of steps that are used. */
function patched(manifest: Manifest, steps: Step[]): Manifest {
  const copy = structuredClone(manifest);
  for (const { op, path, value } of steps) {
    const keys = path.split('/').slice(1);
    const last = keys.pop() as string;
    const node = keys.reduce((at, key) => at[key] as Node, copy as unknown as Node);
    if (op === 'add' && last === '-') node.push(value);
    else if (op === 'replace' && last in node) node[last] = value;
    else if (op !== 'test' || node[last] !== value) throw new Error(`${op} ${path} fits nothing`);
  }
  return copy;
}

/** Names and values of an env file, read as kustomize does. */
export function envFile(file: string): Record<string, string> {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  const filled = lines.map((line) => line.trimStart()).filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    filled.map((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      if (!name || value === undefined) throw new Error(`${file}: ${line} is no NAME=value`);
      return [name, value];
    }),
  );
}
