/**
 * Prints, as an nginx `map`, the policy of the console's pages: the one that the API named when the page was asked for, and without its answer
 * the one that embeds nobody else.
 */
import { contentSecurityPolicy } from '../apps/api/src/plugins/content-security-policy.ts';

const ownSiteOnly = Object.entries(contentSecurityPolicy('$http_host').directives)
  .map(([name, values]) =>
    [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...values].join(' '),
  )
  .join(';');

process.stdout.write(`map $named_policy $page_policy {
  default $named_policy;
  ''      "${ownSiteOnly}";
}
`);
