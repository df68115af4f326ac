import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What somebody else's service was asked. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  form: URLSearchParams;
}

export interface StubServer {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** A local stand-in for somebody else's HTTP service: `answer` says what it answers, its status being 200 unless told. */
export async function startStubServer(
  answer: (asked: Asked) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>,
): Promise<StubServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub');
    const given: Asked = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
    };
    asked.push(given);
    const { status = 200, body } = await answer(given);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
