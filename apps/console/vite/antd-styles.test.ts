import { expect, test, vi } from 'vitest';
import { antdTheme } from '../src/kit/antd-theme.ts';
import { extractStyles } from './antd-styles.ts';

const look = { scheme: 'light', density: 'comfortable', motion: true, isPhone: false } as const;
const built = extracted(look);

function extracted(theme: Parameters<typeof antdTheme>[0]): Map<string, string> {
  // antd says which of its components are on their way out; all are rendered here.
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    return extractStyles(antdTheme(theme));
  } finally {
    said.mockClear();
  }
}

test.each([{ scheme: 'dark' }, { density: 'compact' }, { motion: false }, { isPhone: true }] as const)(
  'the styles of the build are those of a look that differs in %o: custom properties alone differ',
  (other) => {
    expect(extracted({ ...look, ...other })).toEqual(built);
  },
);

test('styles are extracted of parts that are shown by themselves, and of what all share', () => {
  expect([...built.keys()]).toEqual(
    expect.arrayContaining([
      'Shared',
      'Button-Button',
      'Table-Table',
      'Drawer-Drawer',
      'Modal-confirm',
      'Form-item-item',
    ]),
  );
  for (const style of built.values()) expect(style).not.toMatch(/\.css-|undefined|cssinjs/);
});
