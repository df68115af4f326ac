import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isLoopback } from '../../apps/api/src/platform/http/own-site.ts';
import { stubChannelHost } from '../../apps/api/src/platform/settings/stub-channel-host.ts';
import { bindStub } from './bind.ts';
import { newNumber, noticeOf } from './form.ts';
import { answerGateway } from './gateway.ts';
import { makeNotifier } from './notifier.ts';
import { pageOf } from './page.ts';
import { payPageOf, topUpNotices } from './pay-page.ts';
import { peopleOf } from './people.ts';
import { signIn } from './service.ts';

/** Where the service may reach the stub without a setting. */
export const stubPort = Number(new URL(`http://${stubChannelHost}`).port);

/** Serves the stub on this machine and binds it at the service; throws a sentence where that can't be. */
export async function startStubChannel(
  serviceUrl: string,
  port: number,
): Promise<{ url: string; server: Server }> {
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async (_, response) => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stub');
    if (pathname === '/gateway.do') {
      answerGateway(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    } else if (!isOwnPage(request)) {
      // Another site's page, or a name of its own for this machine.
      response.writeHead(403).end();
    } else {
      answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${own}`;
  try {
    const service = await signIn(serviceUrl);
    const signing = await bindStub(service, `${url}/gateway.do`);
    const notifier = makeNotifier(serviceUrl, signing);
    answer = async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', url);
      if (pathname === '/pay') {
        await answerPayer(request, response, notifier, searchParams);
        return;
      }
      if (request.method === 'POST') {
        const form = new URLSearchParams(await text(request));
        const stopped = notifier.notices.find(({ no }) => String(no) === form.get('stop'));
        if (stopped) stopped.state = 'stopped';
        else notifier.tell(...noticeOf(form));
        response
          .writeHead(303, {
            Location: `/?${new URLSearchParams({ merchant: form.get('merchantNo') ?? '' })}`,
          })
          .end();
        return;
      }
      const people = await peopleOf(service, searchParams.get('merchant'));
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        .end(pageOf(serviceUrl, people, notifier.notices));
    };
    return { url, server };
  } catch (error) {
    server.close();
    throw error;
  }
}

/** The page that a top-up's QR code leads to, and what is done there. */
async function answerPayer(
  request: IncomingMessage,
  response: ServerResponse,
  { notices, tell }: ReturnType<typeof makeNotifier>,
  asked: URLSearchParams,
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request));
    for (const notice of topUpNotices(form, newNumber('F'))) tell(...notice);
    const { no, amount } = Object.fromEntries(form);
    const page = new URLSearchParams({ no: no ?? '', amount: amount ?? '' });
    response.writeHead(303, { Location: `/pay?${page}` }).end();
    return;
  }
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(payPageOf(asked.get('no') ?? '', asked.get('amount') ?? '', notices));
}

function isOwnPage({ headers }: IncomingMessage): boolean {
  const host = headers.host ?? '';
  if (!URL.canParse(`http://${host}`) || !isLoopback(new URL(`http://${host}`).hostname)) return false;
  return headers.origin === undefined || headers.origin === `http://${host}`;
}
