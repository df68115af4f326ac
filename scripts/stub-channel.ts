/** `npm run stub:channel`: a payment channel on this machine, which signs and sends what it tells the local service. */
import { isLoopback } from '../apps/api/src/platform/http/own-site.ts';
import { endWithParent } from './end-with-parent.ts';
import { startStubChannel, stubPort } from './stub-channel/server.ts';

endWithParent();
const service = process.env.XYXLX_URL ?? 'http://127.0.0.1:8080';
if (process.env.NODE_ENV === 'production')
  fail('The stub channel is for development: NODE_ENV is production.');
if (!URL.canParse(service) || !isLoopback(new URL(service).hostname)) {
  fail(`The stub channel pays at a service on this machine alone: XYXLX_URL is ${service}.`);
}
const port = Number(process.env.STUB_PORT ?? stubPort);
try {
  const { url } = await startStubChannel(service, port);
  process.stdout.write(`The stub channel is bound to ${service}. Open ${url}\n`);
} catch (error) {
  fail((error as Error).message);
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
