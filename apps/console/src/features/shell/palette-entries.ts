import type { Permission } from '@xyxlx/contracts/permissions';
import { type Finder, maySee, type Screen, type ScreenGroup } from '../../lib/screen.ts';

/** A line of the command palette. */
interface PaletteEntry {
  key: string;
  title: string;
  /** What kind of thing it is, or where it belongs. */
  hint: string;
  url: string;
}

interface PaletteSource {
  screens: readonly Screen[];
  groups: readonly ScreenGroup[];
  finders: readonly Finder[];
  permissions: readonly Permission[];
  label(label: { zh: string; en: string }): string;
}

/** What the palette offers for a text: screens by either language's title, and the records the text looks like. */
export function paletteEntries(typed: string, source: PaletteSource): PaletteEntry[] {
  const text = typed.trim();
  const { screens, groups, finders, permissions, label } = source;
  const open = screens.filter((screen) => maySee(screen, permissions));
  const found = finders.flatMap((finder) => {
    const screen = open.find(({ path, load }) => path === finder.path && load);
    if (!screen || !finder.pattern.test(text)) return [];
    const url = `${finder.path}?${new URLSearchParams(finder.query(text))}`;
    return [{ key: label(finder.title), title: text, hint: label(finder.title), url }];
  });
  const listed = open.filter((screen) => screen.group && matches(screen, text));
  const named = listed.map((screen) => ({
    key: screen.path,
    title: label(screen.title),
    hint: label(groups.find(({ id }) => id === screen.group)?.title ?? screen.title),
    url: screen.path,
  }));
  return [...named, ...found];
}

function matches(screen: Screen, text: string): boolean {
  const wanted = text.toLowerCase();
  return [screen.title.zh, screen.title.en, screen.path].some((name) => name.toLowerCase().includes(wanted));
}
