import type { Plugin } from 'vite';

const library = '@rc-component/form';

/**
 * Keeps forms and their validator, 82 kB before they are minified, away from screens that have none: every control of antd asks
 * the form's context whether it stands in one, and antd takes that context from the library's index, which has the forms as well.
 */
export function formContextAlone(): Plugin {
  return {
    name: 'form-context-alone',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^${library}$`) },
      handler(_source, importer) {
        if (!importer?.endsWith('/antd/es/form/context.js')) return null;
        return this.resolve(`${library}/es/FormContext.js`, importer);
      },
    },
  };
}
