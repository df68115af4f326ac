import * as fs from 'node:fs';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkDataDir } from './check-data-dir.ts';

vi.mock('node:fs', { spy: true });

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'xyxlx-data-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe('the data directory', () => {
  test('is made where it is missing, and nothing is left of the trial', () => {
    const made = join(temporary(), 'a', 'b');
    checkDataDir(made);
    expect(readdirSync(made)).toEqual([]);
  });

  test('two replicas with one process number try it at once', async () => {
    const shared = temporary();
    const { writeFileSync } = await vi.importActual<typeof fs>('node:fs');
    vi.mocked(fs.writeFileSync).mockImplementationOnce((...written) => {
      writeFileSync(...written);
      checkDataDir(shared);
    });
    expect(() => checkDataDir(shared)).not.toThrow();
    expect(readdirSync(shared)).toEqual([]);
  });

  test('a file in its place, or nothing that can be written: one sentence names the setting', () => {
    const file = join(temporary(), 'file');
    writeFileSync(file, '');
    expect(() => checkDataDir(file)).toThrow(/^Setting DATA_DIR: the directory can't be used/);
    expect(() => checkDataDir(join(file, 'below'))).toThrow(/^Setting DATA_DIR: the directory can't be used/);
  });

  test.each([
    [32 * 1024 * 1024 - 1, /^Setting DATA_DIR: only 31 MiB are free in /],
    [32 * 1024 * 1024, undefined],
  ])('with %i bytes free', (free, sentence) => {
    vi.mocked(fs.statfsSync).mockReturnValueOnce({ bavail: free, bsize: 1 } as fs.StatsFs);
    const check = () => checkDataDir(temporary());
    if (sentence) expect(check).toThrow(sentence);
    else expect(check).not.toThrow();
  });
});
