/**
 * What is always needed together is one file: a list screen came in seventy, and on a slow machine asking for a file costs
 * more than reading it. A group takes along whatever its modules import, unless a group before it has that.
 */
export const chunks = [
  // What contracts share without zod, then zod with what needs it: forms alone ask for that. Both stand before the first chunk, as files
  // of whose constants it needs some import zod, and a group takes along whatever its modules import.
  { name: 'contract', test: /\/contracts\/src\/(endpoint|text-forms|transitions)\.ts$/ },
  { name: 'schema', test: /\/node_modules\/zod\/|\/contracts\/src\/(fields|file-format|option|paging)\.ts$/ },
  { name: 'index', tags: ['$initial' as const] },
  // The router and the map of screens, which the login page does without.
  { name: 'console', test: /\/src\/console\.tsx$|\/sign-in\/login-page\.tsx$/ },
  {
    name: 'shell',
    test: /\/shell\/shell\.tsx$|\/kit\/notices\.tsx$|\/antd\/es\/locale\/zh_CN\.js$|\/(kit|shell|errors)\/locales(\/\w+\.json)?$/,
  },
  // Without what few lists need.
  {
    name: 'list',
    test: /\/kit\/(list|filters)\/(?!span-picker|month-|number-filter|money-filter|read-all|rows-table|stale-rows|sub-list|column-panel|employee-record)|\/kit\/(copy-button|export-button|figures|lazy-overlay|masked-text|merchant-select|money|page|state-tag|tone-tag)\.tsx?$|\/kit\/actions\/(record-actions?|asked-action|by-state|bound-action|use-bound-action|confirm)\.tsx?$|\/kit\/idempotency-key\.ts$|\/lib\/(files|money|stamp|time)\.ts$/,
  },
  // Parts of antd that some screens need at once and what lies over them needs too.
  { name: 'parts', test: /\/antd\/es\/(alert|empty|skeleton)\// },
  { name: 'popup', test: /\/antd\/es\/(segmented|tooltip)\// },
  { name: 'input', test: /\/antd\/es\/input\// },
  // What lies over a list: its drawer and what can be done there.
  {
    name: 'overlay',
    test: /\/kit\/actions\/(?!\w+-dialog)|\/kit\/(approval|detail)\/|\/shell\/dialogs\.tsx$/,
  },
  // Forms with the schemas they are bound to, and the dialogs that ask why.
  { name: 'form', test: /\/kit\/(form|actions)\// },
].map((group, at, { length }) => ({ ...group, priority: length - at }));
