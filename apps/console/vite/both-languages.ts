import type { Plugin } from 'vite';

const query = '?both-languages';
const prefix = '\0both-languages:';

/**
 * `…/locales/zh.json?both-languages` is one module with the texts of both languages of a folder: i18next asks for the chosen one and for the
 * one behind it, and each would be a file that is asked for by itself.
 */
export function bothLanguages(): Plugin {
  return {
    name: 'both-languages',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/zh\.json\?both-languages$/ },
      async handler(source, importer) {
        const chinese = await this.resolve(source.slice(0, -query.length), importer);
        return chinese && prefix + chinese.id.replace(/\/zh\.json$/, '');
      },
    },
    load: {
      filter: { id: /^\0both-languages:/ },
      handler(id) {
        const folder = id.slice(prefix.length);
        return `export { default as zh } from '${folder}/zh.json';\nexport { default as en } from '${folder}/en.json';`;
      },
    },
  };
}
