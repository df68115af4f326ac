/**
 * Stops this process, in the ordinary way, when the npm that started it was killed: kill -9 of npm reaches nobody else,
 * and a service without its npm could not be stopped by the user who started it. Without npm it does nothing.
 */
export function endWithParent(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}
