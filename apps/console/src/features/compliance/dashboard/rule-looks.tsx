/** How the rules of a chart look, by their place: none is told by its colour alone. */
const looks = [
  { color: 'var(--brand)', pattern: 'plain' },
  { color: 'var(--accent)', pattern: 'rising' },
  { color: 'var(--info)', pattern: 'dots' },
  { color: 'var(--danger)', pattern: 'falling' },
  { color: 'var(--ink-faint)', pattern: 'level' },
  { color: 'var(--brand)', pattern: 'upright' },
  { color: 'var(--accent)', pattern: 'plain' },
  { color: 'var(--info)', pattern: 'rising' },
] as const;

const turns = { plain: 0, dots: 0, rising: 45, falling: -45, level: 90, upright: 0 };

/** What fills a rule’s place in the drawing and in its legend. */
export function lookOf(place: number): string {
  return `url(#rule-look-${place % looks.length})`;
}

/** The patterns that `lookOf` names: once on the screen. */
export function RuleLooks() {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false" style={{ position: 'absolute' }}>
      <defs>
        {looks.map(({ color, pattern }, place) => (
          <pattern
            key={lookOf(place)}
            id={`rule-look-${place}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${turns[pattern]})`}
          >
            <rect width="6" height="6" fill="var(--surface)" />
            <rect width="6" height="6" fill={color} fillOpacity={pattern === 'plain' ? 1 : 0.28} />
            {pattern === 'dots' && <circle cx="3" cy="3" r="1.6" fill={color} />}
            {pattern !== 'plain' && pattern !== 'dots' && <rect width="2.6" height="6" fill={color} />}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** A rule’s mark in a legend. */
export function RuleMark({ place }: { place: number }) {
  return (
    <svg width="14" height="14" aria-hidden="true" focusable="false">
      <rect width="14" height="14" rx="3" fill={lookOf(place)} />
    </svg>
  );
}
