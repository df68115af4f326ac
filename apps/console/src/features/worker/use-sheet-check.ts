import { useEffect, useRef, useState } from 'react';
import type { Findings } from './check-rows.ts';
import type { SheetMessage } from './sheet.worker.ts';

export type SheetCheck =
  | { state: 'idle' }
  | { state: 'working'; share: number; rows: number }
  | { state: 'cancelled' }
  | { state: 'unreadable' }
  | { state: 'done'; findings: Findings; ms: number };

/** Reads and checks a file in a Web Worker of its own, so that the page stays responsive. */
export function useSheetCheck() {
  const [check, setCheck] = useState<SheetCheck>({ state: 'idle' });
  const worker = useRef<Worker | null>(null);

  useEffect(() => () => worker.current?.terminate(), []);

  function start(file: File): void {
    worker.current?.terminate();
    setCheck({ state: 'working', share: 0, rows: 0 });
    const started = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<SheetMessage>) => setCheck(checkOf(data));
    started.onerror = () => setCheck({ state: 'unreadable' });
    started.postMessage(file);
  }

  function cancel(): void {
    worker.current?.terminate();
    setCheck({ state: 'cancelled' });
  }

  return { check, start, cancel };
}

function checkOf(message: SheetMessage): SheetCheck {
  switch (message.type) {
    case 'progress':
      return { state: 'working', share: message.share, rows: message.rows };
    case 'done':
      return { state: 'done', findings: message.findings, ms: message.ms };
    case 'unreadable':
      return { state: 'unreadable' };
  }
}
