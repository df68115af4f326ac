import type { Plugin } from 'vite';
import type { Scheme } from '../src/lib/look.ts';
import { palettes } from '../src/lib/palette.ts';

/** `palette.css` has the colours of both schemes as custom properties, `--ink`, `--brand-soft` and so on: they are there before a script runs. */
export function paletteStyles(): Plugin {
  return {
    name: 'palette-styles',
    resolveId: {
      filter: { id: /^palette\.css$/ },
      handler: (source) => `\0${source}`,
    },
    load: {
      filter: { id: /^\0palette\.css$/ },
      handler: () => `${rule(':root', 'light')}\n${rule(':root[data-scheme="dark"]', 'dark')}\n`,
    },
  };
}

function rule(selector: string, scheme: Scheme): string {
  const colours = Object.entries(palettes[scheme]).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`,
  );
  return `${selector} { color-scheme: ${scheme}; ${colours.join(' ')} }`;
}
