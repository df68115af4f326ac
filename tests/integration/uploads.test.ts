import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const mebibyte = 1024 * 1024;
const limit = 20 * mebibyte;

let api: TestApi;
let token: string;
let onConnection: (socket: Socket) => void = () => undefined;
/** Where this file's uploads go: others upload at the same time. */
let spools: string;

beforeAll(async () => {
  subscribe('net.server.socket', (message) => onConnection((message as { socket: Socket }).socket));
  spools = mkdtempSync(join(tmpdir(), 'xyxlx-spools-'));
  api = await startTestApi();
  vi.stubEnv('TMPDIR', spools);
  token = await api.signIn('13800000001');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
  rmSync(spools, { recursive: true });
});

interface Upload {
  socket: Socket;
  answer(): string;
  closed(): boolean;
}

/** An upload as raw bytes, of which the caller sends as much as it wants. */
async function upload(contentLength: number, authorization = token): Promise<Upload> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  // Each block waits for the socket to drain or to close.
  socket.setMaxListeners(0);
  let answer = '';
  let closed = false;
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    `POST /xyxlx/userAccount/importUserInfo HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${contentLength}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`,
  );
  return { socket, answer: () => answer, closed: () => closed };
}

/** Sends until the other side takes no more or `bytes` are sent; returns how many it took. */
async function send({ socket, closed }: Upload, bytes: number): Promise<void> {
  const block = Buffer.alloc(256 * 1024, 'x');
  for (let sent = 0; sent < bytes && !closed(); sent += block.length) {
    if (socket.write(block)) continue;
    await Promise.race([
      new Promise((resolve) => socket.once('drain', resolve)),
      new Promise((resolve) => socket.once('close', resolve)),
    ]);
  }
}

/** The bytes of a form beside its file. */
const formBytes = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n\r\n--b--\r\n`.length;

const leftovers = () => readdirSync(spools);

/** Bytes that the service took from its connections. */
function bytesTaken(): { most(): number } {
  const sockets: Socket[] = [];
  onConnection = (socket) => sockets.push(socket);
  return { most: () => Math.max(...sockets.map((socket) => socket.bytesRead)) };
}

describe('upload', () => {
  test('over the limit: 413, stopped within 1 MiB of the limit, no temporary file left', async () => {
    const taken = bytesTaken();
    const large = await upload(100 * mebibyte);
    await send(large, 100 * mebibyte);
    await eventually(() => expect(large.closed()).toBe(true));
    expect(large.answer()).toMatch(/^HTTP\/1\.1 413/);
    expect(large.answer()).toContain('20 MiB');
    expect(taken.most()).toBeLessThanOrEqual(limit + mebibyte);
    expect(leftovers()).toEqual([]);
  });

  test('a little over the limit: the client gets its answer', async () => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(limit + 1000, 'x')]), 'a.csv');
    const answer = await fetch(`${api.url}/xyxlx/userAccount/importUserInfo`, {
      method: 'POST',
      headers: { Authorization: token },
      body: form,
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 413, success: false });
  });

  test('refused before it is read: the answer says that the connection closes, so that a retry takes another', async () => {
    const half = await upload(10 * mebibyte, 'expired');
    await send(half, 3 * mebibyte);
    await eventually(() => expect(half.closed()).toBe(true));
    expect(half.answer()).toContain('"code":403');
    expect(half.answer()).toMatch(/^connection: close\r$/im);
  });

  /** The answer to a form with one file under a name, and to the call that follows on the same agent. */
  async function refusedForm(agent: Agent, name: string, bytes: number, headers: Record<string, string>) {
    const body = Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n`),
      Buffer.alloc(bytes, 'x'),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const sending = request(`${api.url}/xyxlx/userAccount/importUserInfo`, {
      method: 'POST',
      agent,
      headers: { Authorization: token, 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
    });
    // Where the connection closes the rest of a large one has nowhere to go.
    sending.on('error', () => undefined);
    sending.end(body);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const refused = {
      status: answer.statusCode,
      closes: answer.headers.connection === 'close',
      body: await json(answer),
    };
    const next = request(`${api.url}/xyxlx/userAccount/getUser`, {
      method: 'POST',
      agent,
      headers: { Authorization: token },
    });
    next.end();
    const [after] = (await once(next, 'response')) as [IncomingMessage];
    return { refused, after: (await json(after)) as object, reused: next.reusedSocket };
  }

  const kibibyte = 1024;
  describe.each(['other', 'files', ''])('a form whose file is called “%s”', (name) => {
    test.each([1, 64, 200, 300, 400, 500].map((size) => size * kibibyte))(
      'of %i bytes: 400, all of it is taken, and the connection goes on',
      async (bytes) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const { refused, after, reused } = await refusedForm(agent, name, bytes, {
          'Content-Length': String(bytes + formBytes(name)),
        });
        expect(refused).toMatchObject({ status: 400, closes: false, body: { code: 400, success: false } });
        expect(after).toMatchObject({ code: 200 });
        expect(reused).toBe(true);
        agent.destroy();
      },
    );

    test.each([
      ['in chunks', 300 * kibibyte, { 'Transfer-Encoding': 'chunked' }],
      ['of 2 MiB', 2 * mebibyte, {}],
      ['of 30 MiB', 30 * mebibyte, {}],
    ])('%s: 400, and the connection closes', async (_, bytes, headers) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const { refused, after, reused } = await refusedForm(agent, name, bytes, headers);
      expect(refused).toMatchObject({ status: 400, closes: true, body: { code: 400, success: false } });
      expect(after).toMatchObject({ code: 200 });
      expect(reused).toBe(false);
      agent.destroy();
    });
  });

  test('client aborts half-way: no temporary file left, nothing started', async () => {
    const before = await api.deps.database.prisma.job.count();
    const half = await upload(10 * mebibyte);
    await send(half, 5 * mebibyte);
    half.socket.destroy();
    await eventually(() => expect(half.closed()).toBe(true));
    await api.call('userAccount/getUser', {}, token);
    expect(leftovers()).toEqual([]);
    expect(await api.deps.database.prisma.job.count()).toBe(before);
  });

  test('slow sender: others are answered meanwhile', async () => {
    // More of them than the pool has connections.
    const received: Socket[] = [];
    onConnection = (socket) => received.push(socket);
    const slow = await Promise.all(Array.from({ length: 12 }, () => upload(mebibyte)));
    await eventually(() => expect(received.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(12));
    // Each would be 503 if those had all the connections.
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.call('merchant/queryMerchant', {}, token)),
    );
    expect(answers.every(({ body }) => body.code === 200)).toBe(true);
    for (const { socket } of slow) socket.destroy();
  });
});
