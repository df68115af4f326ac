import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../apps/api/src/platform/settings/settings.ts';
import type { Manifest } from './kubernetes/manifests.ts';
import {
  base,
  type DeploymentSpec,
  filledSettings,
  named,
  read,
  variants,
  workload,
  workloads,
} from './kubernetes/workloads.ts';
import { ROOT } from './run.ts';

const seconds = (pattern: RegExp) =>
  Number(pattern.exec(read('apps/api/src/main.ts'))?.[1]?.replace('_', '')) / 1000;

describe('stopping and scaling', () => {
  const settings = () => readSettings(filledSettings());

  test('a pod of the API is given STOP_DELAY, the time for running requests and that until the service ends itself', () => {
    const stopWithin = seconds(/stopWithin = (\d+_\d+);/);
    const itself = seconds(/stopWithin \+ (\d+)\)/);
    expect([stopWithin, itself]).toEqual([25, 5]);
    const grace = workload('api').pod.terminationGracePeriodSeconds ?? 0;
    expect(grace).toBeGreaterThanOrEqual(settings().stopDelay / 1000 + stopWithin + itself);
  });

  test('STOP_DELAY outlasts the five seconds of nginx and five of the cluster’s DNS', () => {
    expect(read('apps/console/proxy/api-address.sh')).toContain('valid=5s');
    expect(settings().stopDelay).toBeGreaterThan(10_000);
  });

  test('a pod of the console waits before it stops, and ends what a stopping API may still answer', () => {
    const { pod, container } = workload('console');
    const [program, wait] = container.lifecycle?.preStop?.exec?.command ?? [];
    expect([program, Number(wait) > 0]).toEqual(['sleep', true]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(wait) + 25);
  });

  test.each(['api', 'console'])('a rollout of the %s takes no pod away before a new one is ready', (app) => {
    expect(named<DeploymentSpec>('Deployment', app).strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
  });

  const autoscaler = (manifests: Manifest[]) =>
    named<NonNullable<IHorizontalPodAutoscaler['spec']>>('HorizontalPodAutoscaler', 'api', manifests);

  test('there are two of each at least: of the console by its Deployment, of the API by its autoscaler alone', () => {
    expect(named<DeploymentSpec>('Deployment', 'console').replicas).toBeGreaterThanOrEqual(2);
    const { minReplicas, scaleTargetRef } = autoscaler(base);
    expect(minReplicas).toBeGreaterThanOrEqual(2);
    expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'api' });
    expect(named<DeploymentSpec>('Deployment', 'api')).not.toHaveProperty('replicas');
  });

  test.each(['api', 'console'])('one pod of the %s may be taken away at a time', (app) => {
    expect(named<IPodDisruptionBudget['spec']>('PodDisruptionBudget', app)).toMatchObject({
      maxUnavailable: 1,
    });
  });

  test('the most replicas and one more leave connections for people of PostgreSQL’s 100', () => {
    const replicas = autoscaler(base).maxReplicas + 1;
    expect(replicas * (settings().databasePoolSize + 3)).toBeLessThanOrEqual(97);
  });

  test('the API scales by its processor, which it asks for; with the component by its event loop too', () => {
    const [, monitored = []] = variants[1] ?? [];
    const cpu = expect.objectContaining({ resource: expect.objectContaining({ name: 'cpu' }) });
    expect(workload('api').container.resources?.requests).toHaveProperty('cpu');
    expect(autoscaler(base).metrics).toEqual([cpu]);
    expect(autoscaler(monitored).metrics).toEqual([
      cpu,
      expect.objectContaining({
        pods: {
          metric: { name: 'nodejs_eventloop_lag_p99_seconds' },
          target: { type: 'AverageValue', averageValue: '200m' },
        },
      }),
    ]);
    // The same number as in the alerts: prom-client's.
    expect(read('deploy/prometheus/alerts.yml')).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(settings().eventLoopDelay).toBeGreaterThan(200);
  });

  test('the schedule of the backup runs the command that the image has', () => {
    const job = workloads(variants[1]?.[1] ?? []).find(({ name }) => name === 'backup');
    const [, , command = ''] = job?.container.command ?? [];
    const [, script = ''] = /exec node \S+ (\S+) "\/backups\//.exec(command) ?? [];
    expect(existsSync(join(ROOT, script))).toBe(true);
    expect(read('docs/operations.md')).toContain(`node ${script} <file>`);
  });
});
