import { bus, destroyApp, startApp } from 'wujie';

/** What a sub-application gets from the console, now and after every change. */
interface EmbeddedSession {
  token: string;
  language: 'zh' | 'en';
  theme: 'light' | 'dark';
}

interface EmbeddedEvents {
  /** The sub-application listens now and wants the session. */
  ready: { code: string };
  /** Its call met an expired token. */
  'token-expired': { token: string };
}

// React starts effects twice while developing, and two starts of one application at once leave two frames behind.
const queues = new Map<string, Promise<unknown>>();

/** Shows a sub-application in an element; one that was shown before comes back as it was left. Rejects when it can't be loaded. */
export function embed(code: string, address: string, element: HTMLElement): Promise<void> {
  return inTurn(code, () => {
    return new Promise<void>((resolve, reject) => {
      startApp({
        name: code,
        url: new URL(address, window.location.origin).href,
        el: element,
        alive: true,
        loadError: (_url, error) => reject(error),
        afterMount: () => resolve(),
        activated: () => resolve(),
      }).catch(reject);
    });
  });
}

/** Forgets a sub-application with everything in it. */
export function drop(code: string): Promise<void> {
  return inTurn(code, async () => destroyApp(code));
}

/** Forgets all of them, as when another user signs in. */
export async function dropAll(): Promise<void> {
  isAnyReady = false;
  await Promise.all([...queues.keys()].map(drop));
}

// The bus complains about words that nobody listens to.
let isAnyReady = false;
bus.$on('ready', () => {
  isAnyReady = true;
});

/** Tells the sub-applications on the bus who is signed in and how the console looks. */
export function sendSession(session: EmbeddedSession): void {
  if (isAnyReady) bus.$emit('session', session);
}

/** Hears what sub-applications say on the bus; the answer stops that. */
export function onEvent<Name extends keyof EmbeddedEvents>(
  event: Name,
  listener: (value: EmbeddedEvents[Name]) => void,
): () => void {
  bus.$on(event, listener);
  return () => bus.$off(event, listener);
}

function inTurn<T>(code: string, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(code) ?? Promise.resolve()).then(work, work);
  queues.set(
    code,
    turn.catch(() => undefined),
  );
  return turn;
}
