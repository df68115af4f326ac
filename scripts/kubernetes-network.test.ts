import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { documentsIn, envFile } from './kubernetes/manifests.ts';
import {
  type DeploymentSpec,
  exposed,
  literals,
  named,
  ofKind,
  read,
  specOf,
  variants,
  workload,
} from './kubernetes/workloads.ts';

describe('ports and paths', () => {
  test.each(['api', 'console'])('the container of the %s has the port that its image exposes', (app) => {
    expect(workload(app).container.ports).toEqual([{ name: 'http', containerPort: exposed(app) }]);
  });

  test('Services lead to that port by its name, and the Ingress to the console’s Service', () => {
    for (const app of ['api', 'console']) {
      expect(named<IService['spec']>('Service', app).ports).toEqual([
        expect.objectContaining({ name: 'http', targetPort: 'http' }),
      ]);
    }
    const [rule] = named<IIngress['spec']>('Ingress', 'console').rules ?? [];
    expect(rule?.http?.paths.map(({ backend }) => backend.service)).toEqual([
      { name: 'console', port: { name: 'http' } },
    ]);
  });

  test('API_ADDRESS of the console is the API’s Service and port, in the pod’s own namespace', () => {
    const [{ port } = { port: 0 }] = named<IService['spec']>('Service', 'api').ports ?? [];
    expect(port).toBe(exposed('api'));
    expect(literals(workload('console').container).API_ADDRESS).toBe(
      `api.$(NAMESPACE).svc.cluster.local:${port}`,
    );
    expect(workload('console').container.env?.[0]).toEqual({
      name: 'NAMESPACE',
      valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } },
    });
  });

  test('the API’s Service has no address of its own: its name stands for every pod', () => {
    expect(named<IService['spec']>('Service', 'api').clusterIP).toBe('None');
  });

  test('the API starts and lives by /healthz and is ready by /readyz, and serves both', () => {
    const { startupProbe, livenessProbe, readinessProbe } = workload('api').container;
    const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
    expect(asked).toEqual(['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'http' })));
    const routes = [...read('apps/api/src/plugins/health.ts').matchAll(/app\.get\('([^']+)'/g)];
    expect(routes.map(([, path]) => path)).toEqual(['/healthz', '/readyz']);
  });

  test('a start may take the ten minutes that the image’s own check allows, and a rollout waits for longer', () => {
    const { periodSeconds = 0, failureThreshold = 0 } = workload('api').container.startupProbe ?? {};
    expect(read('apps/api/Dockerfile')).toContain('--start-period=10m ');
    expect(periodSeconds * failureThreshold).toBe(600);
    expect(named<DeploymentSpec>('Deployment', 'api').progressDeadlineSeconds).toBeGreaterThan(600);
  });

  test('all probes of the console ask a location of its nginx', () => {
    const { startupProbe, livenessProbe, readinessProbe } = workload('console').container;
    const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
    const [, location] = /location = (\S+health) \{/.exec(read('apps/console/proxy/nginx.conf')) ?? [];
    expect(paths).toEqual(paths.map(() => ({ path: location, port: 'http' })));
  });

  test('what comes in is let through at the containers’ ports alone', () => {
    const policies = variants.flatMap(([, manifests]) => ofKind<INetworkPolicy>(manifests, 'NetworkPolicy'));
    const open = policies.flatMap((one) => (specOf(one).ingress ?? []).map(({ ports }) => ports));
    expect(open).toEqual(open.map(() => [{ port: exposed('api') }]));
    expect(exposed('console')).toBe(exposed('api'));
  });

  test('the Ingress has one host, by TLS, and it is that of PUBLIC_URL', () => {
    const { rules, tls } = named<NonNullable<IIngress['spec']>>('Ingress', 'console');
    const { host } = new URL(envFile('settings.env').PUBLIC_URL as string);
    expect(rules?.map((rule) => rule.host)).toEqual([host]);
    expect(tls).toEqual([{ hosts: [host], secretName: 'console-tls' }]);
  });

  test('the PodMonitor asks the API’s port at the route of the metrics, with a token that the secrets have', () => {
    const { podMetricsEndpoints } = named<{ podMetricsEndpoints: unknown[] }>(
      'PodMonitor',
      'api',
      variants[1]?.[1],
    );
    expect(podMetricsEndpoints).toEqual([
      expect.objectContaining({
        port: 'http',
        path: '/metrics',
        authorization: { type: 'Bearer', credentials: { name: 'api-secrets', key: 'METRICS_TOKEN' } },
      }),
    ]);
    expect(read('apps/api/src/plugins/metrics.ts')).toContain("app.get('/metrics'");
    expect(envFile('secrets.example.env')).toHaveProperty('METRICS_TOKEN');
    expect(documentsIn('components/prometheus/name-references.yaml')).toEqual([
      {
        nameReference: [
          expect.objectContaining({
            kind: 'Secret',
            fieldSpecs: [
              { kind: 'PodMonitor', path: 'spec/podMetricsEndpoints/authorization/credentials/name' },
            ],
          }),
        ],
      },
    ]);
  });
});
