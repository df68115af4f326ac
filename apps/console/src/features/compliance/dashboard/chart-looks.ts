/** What the axes of the dashboard’s drawings have in common. */
export const axis = {
  tick: { fill: 'var(--ink-faint)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
} as const;

export const tipBox = {
  background: 'var(--surface)',
  borderColor: 'var(--line)',
  borderRadius: 8,
  fontSize: 13,
};
