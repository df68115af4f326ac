import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentExports, interruptedExports } from './export-jobs.ts';
import { downloadFile } from './files.ts';

const saved: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Answers an export with a job, and each question for the job with the next of these. */
function serve(...jobs: (object | null)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.slice('/xyxlx/'.length));
    const answer = (result: unknown) => Response.json({ code: 200, success: true, msg: '', result });
    if (url.endsWith('exportConsumption')) return answer({ jobId: 'j' });
    if (url.endsWith('downloadExport')) {
      return new Response('x', { headers: { 'Content-Disposition': 'attachment; filename="a.csv"' } });
    }
    const next = jobs.shift();
    if (next === null) throw new TypeError('no network');
    return answer({ id: 'j', message: null, total: 10, done: 0, ...next });
  });
  return asked;
}

it('an export that became a job is followed, whatever the network does meanwhile, and saved when it is done', async () => {
  const asked = serve(
    { state: 'QUEUED' },
    null,
    { state: 'RUNNING', done: 4 },
    { state: 'SUCCEEDED', done: 10 },
  );
  const work = downloadFile('consumption/exportConsumption', { format: 'csv' });
  await vi.advanceTimersByTimeAsync(0);
  expect(currentExports()).toMatchObject([{ id: 'j', state: 'QUEUED' }]);
  expect(interruptedExports()).toEqual(['j']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(currentExports()).toMatchObject([{ state: 'RUNNING', done: 4, total: 10 }]);
  await vi.advanceTimersByTimeAsync(2000);
  await work;
  expect(saved).toEqual(['a.csv']);
  expect(asked.filter((path) => path === 'job/downloadExport')).toHaveLength(1);
  expect({ shown: currentExports(), left: interruptedExports() }).toEqual({ shown: [], left: [] });
});

it('a job that failed is a failure in its words; one that was cancelled saves nothing and is no failure', async () => {
  serve({ state: 'FAILED', message: { zh: '没有权限', en: 'Missing permission' } });
  const failed = downloadFile('consumption/exportConsumption', { format: 'csv' });
  await expect(failed).rejects.toMatchObject({ message: '没有权限', data: { wire: { code: 406 } } });
  serve({ state: 'CANCELLED' });
  await downloadFile('consumption/exportConsumption', { format: 'csv' });
  expect({ saved, shown: currentExports() }).toEqual({ saved: [], shown: [] });
});
