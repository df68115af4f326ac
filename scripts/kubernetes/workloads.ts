/** What runs by the manifests, and in which environment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { ICronJob } from 'kubernetes-models/batch/v1';
import { imageEnvironment, neededSettings } from '../production-environment.ts';
import { ROOT } from '../run.ts';
import { envFile, type Manifest, rendered } from './manifests.ts';

export const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
export const base = rendered();

/** The manifests with components that fit together. */
export const variants: [string, Manifest[]][] = [
  ['as they stand', base],
  [
    'with monitoring and backup',
    rendered('components/prometheus', 'components/event-loop-lag', 'components/backup'),
  ],
  ['without a shared volume', rendered('components/no-shared-volume')],
];

export const nameOf = ({ metadata }: { metadata?: { name?: string } }) => metadata?.name ?? '';
export const ofKind = <T>(manifests: Manifest[], kind: string) =>
  manifests.filter((one) => one.kind === kind) as (Manifest & T)[];
export const specOf = <T>({ spec }: { spec?: T }) => spec as NonNullable<T>;

/** The one resource of a kind with this name; throws where it is missing. */
export function named<T>(kind: string, name: string, manifests = base): NonNullable<T> {
  const found = ofKind<{ spec?: T }>(manifests, kind).find((one) => nameOf(one) === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return specOf(found) as NonNullable<T>;
}

export interface Workload {
  name: string;
  labels: Record<string, string>;
  pod: PodSpec;
  container: PodSpec['containers'][number];
}
export type DeploymentSpec = NonNullable<IDeployment['spec']>;
export type PodSpec = NonNullable<DeploymentSpec['template']['spec']>;

/** What runs: each workload has one container. */
export function workloads(manifests: Manifest[]): Workload[] {
  const templates = [
    ...ofKind<IDeployment>(manifests, 'Deployment').map(
      (one) => [nameOf(one), specOf(one).template] as const,
    ),
    ...ofKind<ICronJob>(manifests, 'CronJob').map(
      (one) => [nameOf(one), specOf(specOf(one).jobTemplate).template] as const,
    ),
  ];
  return templates.map(([name, { metadata, spec }]) => {
    const pod = spec as PodSpec;
    return {
      name,
      labels: metadata?.labels ?? {},
      pod,
      container: pod.containers[0] as Workload['container'],
    };
  });
}

export const workload = (name: string) => workloads(base).find((one) => one.name === name) as Workload;

/** The port of an application's image. */
export const exposed = (app: string) => Number(/^EXPOSE (\d+)$/m.exec(read(`apps/${app}/Dockerfile`))?.[1]);

/** What a container is given beside the files. */
export function literals({ env = [] }: Workload['container']): Record<string, string> {
  return Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
}

/** What somebody has to fill in, with values that production takes. */
export const needed: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://xyxlx:of-the-database@postgres.example.com:5432/xyxlx',
  ...neededSettings,
};

/** The environment of the API's container as the files have it, with these filled in where a file leaves room for them. */
export function filledSettings(values = needed): Record<string, string> {
  const given = { ...envFile('settings.env'), ...envFile('secrets.example.env') };
  const filled = Object.entries(given).map(([name, value]) => [name, value || (values[name] ?? '')]);
  return { ...imageEnvironment, ...Object.fromEntries(filled), ...literals(workload('api').container) };
}
