import { useEffect, useState } from 'react';
import type { Host, HostSession } from './host.ts';
import { type Counts, shownStates, useMerchantCounts } from './use-merchant-counts.ts';
import { words } from './words.ts';

/** Merchants by state, as the host's user may see them. */
export function Board({ host }: { host: Host }) {
  const [session, setSession] = useState<HostSession | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => host.subscribe(setSession), [host]);
  const loading = useMerchantCounts(host, session, round);
  const text = words[session?.language ?? 'zh'];

  return (
    <main className="board" data-theme={session?.theme ?? 'light'}>
      <h1>{text.title}</h1>
      {loading.state === 'loading' && <p role="status">{text.loading}</p>}
      {loading.state === 'failed' && (
        <p role="alert">
          {loading.message}{' '}
          <button type="button" onClick={() => setRound(round + 1)}>
            {text.retry}
          </button>
        </p>
      )}
      {loading.state === 'loaded' && <Figures counts={loading.counts} text={text} />}
    </main>
  );
}

function Figures({ counts, text }: { counts: Counts; text: (typeof words)['zh' | 'en'] }) {
  const total = shownStates.reduce((sum, state) => sum + counts[state], 0);
  const percent = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 1000) / 10);
  return (
    <>
      <p className="total">
        <span>{text.total}</span> <strong>{total.toLocaleString()}</strong>
      </p>
      <ul className="bars">
        {shownStates.map((state) => (
          <li key={state}>
            <span className="name">{text.states[state]}</span>
            <span className="bar">
              <span
                className={`fill ${state.toLowerCase()}`}
                style={{ width: `${percent(counts[state])}%` }}
              />
            </span>
            <span className="count">
              {counts[state].toLocaleString()} · {percent(counts[state])}%
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
