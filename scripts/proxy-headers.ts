/**
 * Prints the API's security headers as an nginx include, so that the proxy's pages are protected by the same policy. The proxy does not know the registry:
 * the origins of sub-applications on other sites are its arguments.
 */
import { contentSecurityPolicy } from '../apps/api/src/plugins/security-headers.ts';

const { directives } = contentSecurityPolicy(process.argv.slice(2)) as {
  directives: Record<string, string[]>;
};
const policy = Object.entries(directives)
  .map(([name, values]) =>
    [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...values].join(' '),
  )
  .join(';');

const headers = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

for (const [name, value] of Object.entries(headers))
  process.stdout.write(`add_header ${name} "${value}" always;\n`);
