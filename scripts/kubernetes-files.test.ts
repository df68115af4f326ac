import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { components, FOLDER, filesBelow, kustomizationOf, namedBy, root } from './kubernetes/manifests.ts';
import { foreign, schemaFaults } from './kubernetes/schemas.ts';
import { nameOf, read, variants } from './kubernetes/workloads.ts';

describe('the files', () => {
  test.each(['.', ...components])('what the kustomization of %s names is there', (folder) => {
    expect(
      namedBy(folder).filter((file) => file !== 'secrets.env' && !existsSync(join(FOLDER, file))),
    ).toEqual([]);
  });

  test('every file is named by a kustomization', () => {
    const all = ['.', ...components].flatMap((folder) => [
      join(folder, 'kustomization.yaml'),
      ...namedBy(folder),
    ]);
    const others = ['secrets.example.env', 'secrets.env'];
    expect(filesBelow.filter((file) => !all.includes(file) && !others.includes(file))).toEqual([]);
  });

  test('the kustomization offers every component, and uses none by itself', () => {
    const offered = [...read('deploy/kubernetes/kustomization.yaml').matchAll(/^# {3}- (components\/.*)$/gm)];
    expect(offered.map(([, path]) => path).toSorted()).toEqual(components.toSorted());
    expect(root.components).toEqual([]);
    expect(components.map((folder) => kustomizationOf(folder).kind)).toEqual(
      components.map(() => 'Component'),
    );
  });

  test('no name is there twice in a kind', () => {
    const names = variants.map(([, manifests]) => manifests.map((one) => `${one.kind} ${nameOf(one)}`));
    expect(names.map((list) => list.filter((name, index) => list.indexOf(name) !== index))).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('secrets.env is ignored by git', () => {
    expect(read('.gitignore').split('\n')).toContain('secrets.env');
  });
});

describe('the schemas of Kubernetes', () => {
  test('find a wrong type, a wrong value, what is missing and what is unknown', async () => {
    const broken = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: {
        replicas: '2',
        strategy: { type: 'Rolling' },
        template: { spec: { containers: [{ name: 'x', readinesProbe: {} }] } },
      },
    };
    expect(await schemaFaults(broken)).toEqual([
      '/spec: required {"missingProperty":"selector"}',
      '/spec/replicas: type {"type":"integer"}',
      expect.stringMatching(/^\/spec\/strategy\/type: enum /),
      '/spec/template/spec/containers/0/readinesProbe: unknown',
    ]);
  });

  test.each(variants)('object to nothing in the manifests %s', async (_, manifests) => {
    const own = manifests.filter(({ kind }) => !foreign.includes(kind));
    const faults = await Promise.all(
      own.map(async (one) => (await schemaFaults(one)).map((fault) => `${one.kind} ${nameOf(one)}${fault}`)),
    );
    expect(faults.flat()).toEqual([]);
  });
});
