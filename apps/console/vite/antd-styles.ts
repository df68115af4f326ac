import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import { extractStyle as renderComponents } from '@ant-design/static-style-extract';
import { ConfigProvider, Form, type ThemeConfig } from 'antd';
import { createElement, Fragment } from 'react';
import { type ESTree, Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';
import { antdTheme } from '../src/kit/antd-theme.ts';

const id = 'antd-styles:';
/** What makes a component's style, and the layer that it has its place in (`styles/base.css`). */
const layers: Record<string, string> = {
  genStyleHooks: 'antd',
  genComponentStyleHook: 'antd',
  genSubStyleComponent: 'antd-parts',
};
/** Tells a page that the server rendered which styles it has already. */
const hydrationMark = /\.data-ant-cssinjs-cache-path\{[^}]*\}/;
/** What every component needs: icons, and links, for which the product has a look of its own. */
const shared = 'Shared';
/** What the console does without, and what nothing renders by itself: antd's look of before, `wireframe`, and a button of pages that were scrolled. */
const unused = new Set(['Pagination-bordered', 'BackTop-BackTop']);

/**
 * Gives antd's components their styles as style sheets of the build, each in the chunk of its component. The browser makes them otherwise, which
 * takes a sixth of a first list's time on a slow machine. What differs by scheme and density are custom properties, and those antd still sets.
 */
export function antdStyles(): Plugin {
  let styles = new Map<string, string>();
  return {
    name: 'antd-styles',
    apply: 'build',
    buildStart() {
      styles = extractStyles(
        antdTheme({ scheme: 'light', density: 'comfortable', motion: true, isPhone: false }),
      );
    },
    resolveId: {
      filter: { id: /^antd-styles:/ },
      handler: (source) => `\0${source}`,
    },
    load: {
      filter: { id: /^\0antd-styles:/ },
      handler(source) {
        const [layer, name] = source.slice(id.length + 1, -'.css'.length).split('/') as [string, string];
        const style = styles.get(name);
        if (style === undefined) this.error(`No style of antd's was extracted for ${name}`);
        return { code: `@layer ${layer}{${style}}`, moduleSideEffects: true };
      },
    },
    transform: {
      filter: { id: /\/antd\/es\/.*\.js$/, code: /\bgen(?:Style|SubStyle|ComponentStyle)\w+\(/ },
      handler(code, module) {
        if (module.endsWith('/theme/util/genStyleUtils.js'))
          return withSheets(code, [`antd-shared/${shared}`]);
        const made = madeStyles(this.parse(code));
        // The last first: the places of those before stay true.
        const without = made.reduceRight(
          (text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`,
          code,
        );
        return withSheets(
          without,
          made.filter(({ name }) => !unused.has(name)).map(({ layer, name }) => `${layer}/${name}`),
        );
      },
    },
  };
}

function withSheets(code: string, sheets: string[]) {
  // Where it stands does not matter to the code; imported first, a style comes before those of parts that are imported later.
  return { code: `${code}\n${sheets.map((sheet) => `import '${id}${sheet}.css';`).join('\n')}`, map: null };
}

interface MadeStyle {
  /** As antd keeps it: component and part. */
  name: string;
  layer: string;
  /** Where the function stands that makes it. */
  start: number;
  end: number;
}

function madeStyles(program: ESTree.Program): MadeStyle[] {
  const made: MadeStyle[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [component, style] }) {
      const layer = callee.type === 'Identifier' ? layers[callee.name] : undefined;
      if (!layer || !component || !style) return;
      const cells = component.type === 'ArrayExpression' ? component.elements : [component, component];
      const name = cells.map((cell) => (cell?.type === 'Literal' ? cell.value : '')).join('-');
      made.push({ name, layer, start: style.start, end: style.end });
    },
  }).visit(program);
  return made;
}

/** The style of each component and part that antd renders with a theme. */
export function extractStyles(theme: ThemeConfig): Map<string, string> {
  const cache = createCache();
  renderComponents((components) =>
    createElement(
      StyleProvider,
      { cache },
      createElement(
        ConfigProvider,
        { theme },
        createElement(Fragment, null, components, createElement(Form.Item)),
      ),
    ),
  );
  const styles = new Map<string, string>();
  for (const [key, entry] of cache.cache) {
    // style % its hash, which there is none of % component and part % class % …
    const [kind, , component] = key.split('%');
    if (kind !== 'style' || !component) continue;
    const one = createCache();
    one.cache.set(key, entry);
    const name = component === 'ant-design-icons' ? shared : component;
    styles.set(
      name,
      (styles.get(name) ?? '') +
        extractStyle(one, { plain: true, types: 'style' }).replace(hydrationMark, ''),
    );
  }
  return styles;
}
