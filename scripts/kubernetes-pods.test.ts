import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IService } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { root } from './kubernetes/manifests.ts';
import { literals, nameOf, ofKind, specOf, variants, workloads } from './kubernetes/workloads.ts';
import { imageEnvironment } from './production-environment.ts';

describe.each(variants)('the manifests %s', (_, manifests) => {
  const running = workloads(manifests);

  test('every selector leads to one workload', () => {
    const selectors = [
      ...ofKind<IService>(manifests, 'Service').map((one) => [one, specOf(one).selector] as const),
      ...ofKind<IPodDisruptionBudget>(manifests, 'PodDisruptionBudget').map(
        (one) => [one, specOf(one).selector?.matchLabels] as const,
      ),
      ...ofKind<IDeployment>(manifests, 'Deployment').flatMap((one) => {
        const { selector, template } = specOf(one);
        const spread = template.spec?.topologySpreadConstraints ?? [];
        return [selector, ...spread.map(({ labelSelector }) => labelSelector)].map(
          (each) => [one, each?.matchLabels] as const,
        );
      }),
      ...ofKind<{ spec: { selector: { matchLabels: Record<string, string> } } }>(manifests, 'PodMonitor').map(
        (one) => [one, one.spec.selector.matchLabels] as const,
      ),
      ...ofKind<INetworkPolicy>(manifests, 'NetworkPolicy').flatMap((one) => {
        const { podSelector, ingress = [], egress = [] } = specOf(one);
        const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)];
        const pods = [podSelector, ...peers.flatMap((peer) => peer.podSelector ?? [])];
        return pods.flatMap((each) => (each?.matchLabels ? [[one, each.matchLabels] as const] : []));
      }),
    ];
    const led = selectors.map(([one, labels = {}]) => {
      const found = running.filter((each) =>
        Object.entries(labels).every(([name, value]) => each.labels[name] === value),
      );
      return [`${one.kind} ${nameOf(one)}`, found.length];
    });
    expect(led.filter(([, count]) => count !== 1)).toEqual([]);
  });

  test('Deployments, Services and disruption budgets select the workload of their own name', () => {
    const labelled = ['Deployment', 'Service', 'PodDisruptionBudget'].flatMap((kind) =>
      ofKind<{ spec: { selector: Record<string, unknown> } }>(manifests, kind),
    );
    const selected = labelled.map(({ spec: { selector } }) => selector.matchLabels ?? selector);
    expect(selected).toEqual(labelled.map((one) => ({ 'app.kubernetes.io/name': nameOf(one) })));
  });

  test('every image has a registry and a release in the kustomization, and no release is “latest”', () => {
    const images = running.map(({ container }) => root.images.find(({ name }) => name === container.image));
    expect(images.filter((one) => !one)).toEqual([]);
    for (const { newName, newTag } of root.images) {
      expect(newName).toMatch(/^[a-z0-9.-]+\.[a-z]+\/[a-z0-9/-]+$/);
      expect(newTag).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  test('every pod is what “restricted” asks for, with a file system that is only read and no token', () => {
    const what = running.map(({ name, pod, container }) => ({
      name,
      pod: {
        token: pod.automountServiceAccountToken,
        root: pod.securityContext?.runAsNonRoot,
        user: (pod.securityContext?.runAsUser ?? 0) > 0,
        seccomp: pod.securityContext?.seccompProfile?.type,
        host: [pod.hostNetwork, pod.hostPID, pod.hostIPC, pod.hostUsers],
      },
      container: container.securityContext,
      containers: pod.containers.length + (pod.initContainers?.length ?? 0),
    }));
    expect(what).toEqual(
      running.map(({ name }) => ({
        name,
        pod: {
          token: false,
          root: true,
          user: true,
          seccomp: 'RuntimeDefault',
          host: [undefined, undefined, undefined, undefined],
        },
        container: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        containers: 1,
      })),
    );
  });

  test('every pod asks for processor and memory, and its memory is bounded', () => {
    const resources = running.map(({ container }) => [
      Object.keys(container.resources?.requests ?? {}),
      Object.keys(container.resources?.limits ?? {}),
    ]);
    expect(resources).toEqual(running.map(() => [['cpu', 'memory'], ['memory']]));
  });

  test('what pods name is there: volumes, claims, accounts, settings and secrets', () => {
    const claims = ofKind(manifests, 'PersistentVolumeClaim').map(nameOf);
    const accounts = ofKind(manifests, 'ServiceAccount').map(nameOf);
    const generated = {
      settings: root.configMapGenerator.map(({ name }) => name),
      secrets: root.secretGenerator.map(({ name }) => name),
    };
    for (const { pod, container } of running) {
      const volumes = pod.volumes ?? [];
      expect(container.volumeMounts?.map(({ name }) => name).toSorted()).toEqual(
        volumes.map(({ name }) => name).toSorted(),
      );
      const claimed = volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
      expect(claims).toEqual(expect.arrayContaining(claimed));
      expect(accounts).toContain(pod.serviceAccountName);
      for (const { configMapRef, secretRef } of container.envFrom ?? []) {
        if (configMapRef) expect(generated.settings).toContain(configMapRef.name);
        if (secretRef) expect(generated.secrets).toContain(secretRef.name);
      }
    }
  });

  test('the API and its backup have volumes where they write: DATA_DIR and TMPDIR', () => {
    const ours = running.filter(({ container }) => container.image === 'xyxlx-api');
    for (const { container } of ours) {
      const given = { ...imageEnvironment, ...literals(container) };
      const mounted = container.volumeMounts?.map(({ mountPath }) => mountPath);
      expect(mounted).toEqual(expect.arrayContaining([given.DATA_DIR, given.TMPDIR]));
    }
  });
});
