/** Kubernetes' own schemas, offline, from the package kubernetes-models. */
import type { Manifest } from './manifests.ts';

interface Validate {
  (data: unknown): boolean;
  errors: { instancePath: string; keyword: string; params: Record<string, unknown> }[] | null;
}

/** Kinds that the cluster has from elsewhere. */
export const foreign = ['PodMonitor'];

/** What the schema of its kind objects to in a document: wrong types and values, what is missing, and fields that it does not know. */
export async function schemaFaults(manifest: Manifest): Promise<string[]> {
  const { validate } = (await import(`kubernetes-models/_schemas/${schemaOf(manifest)}`)) as {
    validate: Validate;
  };
  const { watched, unread } = watch(manifest);
  const fits = validate(watched);
  const faults = fits ? [] : (validate.errors ?? []);
  return [
    ...faults.map(
      ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    ),
    ...unread().map((path) => `${path}: unknown`),
  ];
}

/** apps/v1 Deployment: IoK8sApiAppsV1Deployment. */
function schemaOf({ apiVersion, kind }: Manifest): string {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return `IoK8sApi${capital(group.split('.')[0] as string)}${capital(version)}${kind}`;
}

/**
 * The schemas let unknown fields pass, as the cluster does; but they read every field that they know. So a field of an object that was
 * looked into, which nobody has read, is an unknown one.
 */
function watch(manifest: Manifest) {
  const seen = new Map<object, { proxy: object; path: string; read: Set<string | symbol> }>();
  const wrap = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = seen.get(value);
    if (known) return known.proxy;
    const read = new Set<string | symbol>();
    const proxy = new Proxy(value, {
      get: (target, key) => {
        read.add(key);
        return wrap(Reflect.get(target, key), `${path}/${String(key)}`);
      },
    });
    seen.set(value, { proxy, path, read });
    return proxy;
  };
  return {
    watched: wrap(manifest, ''),
    unread: () =>
      [...seen].flatMap(([value, { path, read }]) =>
        Object.keys(value)
          .filter((key) => !read.has(key))
          .map((key) => `${path}/${key}`),
      ),
  };
}
