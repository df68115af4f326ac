import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';

/** A Citus cluster that the tests were given with `CITUS_URL`: the coordinator's database for the tests to keep their cluster in, as a superuser. */
export interface CitusCluster {
  /** The addresses of the coordinator and the workers, the coordinator first. */
  servers: [string, ...string[]];
  /** Makes a database of this name, over all servers. */
  createDatabase(name: string): Promise<void>;
  /** Spreads what a database has. */
  distribute(name: string): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/** Finds the workers of the cluster at an address. */
export async function citusCluster(coordinatorUrl: string): Promise<CitusCluster> {
  const coordinator = new URL(coordinatorUrl);
  const workers = await ask<{ host: string; port: number }>(
    coordinatorUrl,
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND isactive ORDER BY nodeid',
  );
  if (workers.length === 0) throw new Error('CITUS_URL leads to a database without workers.');
  const urlOf = (host: string) => Object.assign(new URL(coordinatorUrl), { host }).href;
  const servers: [string, ...string[]] = [
    coordinatorUrl,
    ...workers.map(({ host, port }) => urlOf(`${host}:${port}`)),
  ];

  return {
    servers,

    createDatabase: async (name) => {
      for (const server of servers) {
        await ask(server, `CREATE DATABASE ${name}`);
        await ask(databaseOf(server, name), 'CREATE EXTENSION citus');
      }
      const own = databaseOf(coordinatorUrl, name);
      await ask(own, 'SELECT citus_set_coordinator_host($1, $2)', [
        coordinator.hostname,
        Number(coordinator.port || 5432),
      ]);
      for (const { host, port } of workers) await ask(own, 'SELECT citus_add_node($1, $2)', [host, port]);
    },

    distribute: async (name) => {
      await ask(databaseOf(coordinatorUrl, name), readFileSync(join(root, 'prisma/distribute.sql'), 'utf8'));
      // Nobody may be connected to what is copied, its maintenance neither, which comes back with whoever connects next.
      for (const server of servers) {
        await ask(server, 'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
          name,
        ]);
      }
    },
  };
}

function databaseOf(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

async function ask<R extends object>(url: string, text: string, values?: unknown[]): Promise<R[]> {
  const client = await connect(url);
  return (await client.query<R>(text, values).finally(() => client.end())).rows;
}
