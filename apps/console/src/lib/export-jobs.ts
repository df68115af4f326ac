import { endedJobStates, type Job } from '@xyxlx/contracts/job';
import { codes } from '@xyxlx/contracts/wire';
import { call } from './call.ts';
import { download } from './download.ts';
import { currentLanguage } from './i18n.ts';
import { live } from './live.ts';
import { endpointUrl, WireError } from './wire.ts';

// With the live channel open, asking is only the safety net.
const askEveryMs = 2000;
const keptUnder = 'exports';

let running: readonly Job[] = [];
const listeners = new Set<() => void>();

/** The exports that jobs are making for this tab, oldest first. */
export function currentExports(): readonly Job[] {
  return running;
}

/** Calls back at every change; the answer stops that. */
export function subscribeExports(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Waits for the job of an export and hands its file to the browser; a job that fails is a failure in its words, a cancelled one is none. */
export async function followExport(id: string): Promise<void> {
  try {
    const { state, message } = await untilEnded(id);
    if (state === 'SUCCEEDED') await download(endpointUrl('job', 'downloadExport'), { id });
    else if (state !== 'CANCELLED') throw refused(message?.[currentLanguage()] ?? '');
  } finally {
    change(running.filter((job) => job.id !== id));
  }
}

/** Gives an export up. */
export async function cancelExport(id: string): Promise<void> {
  keep((await call(endpointUrl('job', 'cancelJob'), { id }, { background: true })) as Job);
}

/** The exports that were under way when this tab was loaded anew. */
export function interruptedExports(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(keptUnder) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

async function untilEnded(id: string): Promise<Job> {
  for (;;) {
    const job = await ask(id);
    if (job) keep(job);
    if (job && endedJobStates.includes(job.state)) return job;
    await nextEvent(id);
  }
}

/** Null where no answer came: the job goes on whether or not this browser is connected. */
async function ask(id: string): Promise<Job | null> {
  try {
    return (await call(endpointUrl('job', 'getJob'), { id }, { background: true })) as Job;
  } catch (error) {
    if (error instanceof WireError && error.data.wire.code === 0) return null;
    throw error;
  }
}

/** Until something was heard of the job, or it is time to ask. */
function nextEvent(id: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, askEveryMs);
    const stop = live.listen((event) => {
      if (event.type === 'job' && event.job.id === id) end();
    });
  });
}

function keep(job: Job): void {
  const known = running.some(({ id }) => id === job.id);
  change(known ? running.map((one) => (one.id === job.id ? job : one)) : [...running, job]);
}

function change(next: readonly Job[]): void {
  running = next;
  try {
    sessionStorage.setItem(keptUnder, JSON.stringify(running.map(({ id }) => id)));
  } catch {
    // Without session storage an export is followed as long as the page lasts.
  }
  for (const listener of listeners) listener();
}

function refused(text: string): WireError {
  const wire = { code: codes.refused, httpStatus: 200, requestId: null, issues: [], retryAfterSeconds: null };
  return new WireError(text, wire);
}
