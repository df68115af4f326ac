/** Counts the requests under way that the user waits for; background ones are not counted. */
export const pending = createPending();

/** A counter of work under way that tells its listeners of every change. */
function createPending() {
  let count = 0;
  const listeners = new Set<() => void>();

  function change(by: 1 | -1): void {
    count += by;
    for (const listener of listeners) listener();
  }

  return {
    /** How many are under way now. */
    count: () => count,
    /** Counts a piece of work until it settles, and hands its outcome through. */
    async during<T>(work: Promise<T>): Promise<T> {
      change(1);
      try {
        return await work;
      } finally {
        change(-1);
      }
    },
    /** Calls back at every change; the answer stops that. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
