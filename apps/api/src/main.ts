import { setTimeout as wait } from 'node:timers/promises';
import { waitForDatabase } from '@xyxlx/database/connect';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import { demoAccounts, demoPassword } from '@xyxlx/database/seed/accounts';
import { refuseDemoData } from '@xyxlx/database/seed/refuse-demo-data';
import { backlog, buildApp } from './app.ts';
import { keepBuiltInRoles } from './areas/role/keep-built-in-roles.ts';
import { makeFirstAdministrator } from './areas/tenant/first-administrator.ts';
import { checkPort } from './check-port.ts';
import { makeLog } from './core/log.ts';
import { seedAndPost } from './embed.ts';
import { startHousekeeping } from './housekeeping.ts';
import { makeDeps } from './make-deps.ts';
import { isDatabaseUnavailable } from './platform/db/database-unavailable.ts';
import { retryAtStart } from './platform/db/retry-at-start.ts';
import { databaseAddresses } from './platform/db/service-address.ts';
import { checkDataDir } from './platform/settings/check-data-dir.ts';
import { readSettings, type Settings, unusableDataDir } from './platform/settings/settings.ts';

/** How long requests may take to finish after SIGTERM before their connections are broken. */
const stopWithin = 25_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Brings up the database and the service; returns what stops both. */
async function start(settings: Settings): Promise<() => Promise<void>> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    const failures: unknown[] = [];
    // What can't be ended keeps nothing else from it: PostgreSQL would stay behind.
    for (const step of undo.reverse()) {
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    checkDataDir(settings.dataDir);
    const owner = await ownerAddress(settings, undo);
    await checkPort(settings);
    await waitForDatabase(owner, settings.databaseStartWait, say);
    if (settings.production) await refuseDemoData(owner);
    await migrate(owner, { log: say, lockPatience: settings.databaseStartWait });
    if (await seedAndPost(owner, settings.seed, settings.dataKeys))
      say(`Seeded the database (${settings.seed})`);

    const addresses = await databaseAddresses(settings, owner);
    const deps = makeDeps(settings, addresses, makeLog(settings.logLevel));
    undo.push(() => deps.database.close());
    const retrying = retryAtStart(settings.databaseStartWait, say);
    await retrying(() => keepBuiltInRoles(deps));
    const { firstAdmin } = settings;
    if (firstAdmin && (await retrying(() => makeFirstAdministrator(deps, firstAdmin)))) {
      say('Made the first administrator (FIRST_ADMIN), who sets a password with 忘记密码 at /reset');
    }
    const app = await buildApp(deps);
    undo.push(startHousekeeping(deps));
    undo.push(async () => {
      app.announceStop();
      await wait(settings.stopDelay);
      // A download that is not through by then breaks, so that nobody takes it for a whole file.
      const breaking = setTimeout(() => app.server.closeAllConnections(), stopWithin);
      await app.close();
      clearTimeout(breaking);
    });
    const address = await app.listen({ host: settings.host, port: settings.port, backlog });
    announce(settings, new URL(address).port);
    return stop;
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

async function ownerAddress(settings: Settings, undo: (() => Promise<void>)[]): Promise<string> {
  if (settings.databaseAdminUrl) return settings.databaseAdminUrl;
  say('Starting the embedded PostgreSQL');
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: say });
  undo.push(embedded.stop);
  return embedded.url;
}

function announce(settings: Settings, port: string): void {
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host;
  const address = settings.publicUrl ?? `http://${host}:${port}`;
  say(`\nReady: ${address}`);
  if (settings.devTools) say(`Developer panel: ${new URL('/dev', address)}`);
  if (settings.seed === 'none' || settings.production) return;
  say(`\nDemo accounts, password ${demoPassword}:`);
  for (const { mobile, name, note } of demoAccounts) say(`  ${mobile}  ${name}  ${note}`);
}

/** One sentence for the operator; the stack only when debugging. */
function explain(error: unknown, settings: Settings | undefined): string {
  const { code, syscall, path, message = String(error), stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${settings?.port} is taken. Set PORT to a free one.`;
  if (code === 'EACCES' && syscall === 'listen') {
    return `Port ${settings?.port} needs rights that you don't have. Set PORT to another one.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `Setting HOST: ${settings?.host} is no address of this machine.`;
  }
  if (isDatabaseUnavailable(error)) {
    return `The database does not answer in time (${message}): start again when it does.`;
  }
  if (settings && path?.startsWith(settings.dataDir)) return unusableDataDir(error).message;
  return settings?.logLevel === 'debug' ? (stack ?? message) : message;
}

let settings: Settings | undefined;
try {
  settings = readSettings();
  const stop = await start(settings);
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    say(`\n${signal}: stopping`);
    const timer = setTimeout(() => process.exit(1), (settings?.stopDelay ?? 0) + stopWithin + 5000);
    try {
      await stop();
    } catch (error) {
      fail(error);
    }
    clearTimeout(timer);
    process.exit(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error, settings)}\n`);
  process.exit(1);
}
