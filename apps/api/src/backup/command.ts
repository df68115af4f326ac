import { makeDataKeys } from '../platform/security/data-keys.ts';
import { readSettings, type Settings } from '../platform/settings/settings.ts';

/** Runs a command with a file's path after it; what is wrong is said in one sentence. */
export async function command(
  usage: string,
  work: (path: string, settings: Settings, keys: ReturnType<typeof makeDataKeys>) => Promise<string>,
): Promise<void> {
  try {
    const [path] = process.argv.slice(2);
    if (!path) throw new Error(usage);
    const settings = readSettings();
    process.stdout.write(`${await work(path, settings, makeDataKeys(settings.dataKeys))}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
