import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  body: string;
}

/** One kept-alive connection that asks and waits: a client thin enough not to be what is measured. */
export class Line {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error(`${url} has closed the connection`)));
  }

  ask(path: string, token: string, body: string): Promise<Answer> {
    const headers = { Authorization: token, Resourcestype: 'PC', 'Content-Type': 'application/json' };
    return this.send(path, headers, body);
  }

  /** As `ask` with other headers. */
  send(path: string, headers: Record<string, string>, body: string): Promise<Answer> {
    return this.post(`/xyxlx/${path}`, headers, body);
  }

  /** As `send`, to any address. */
  post(path: string, headers: Record<string, string>, body: string): Promise<Answer> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    const head = this.#buffer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const headers = this.#buffer.toString('latin1', 0, head);
    const length = Number(/content-length: (\d+)/i.exec(headers)?.[1]);
    if (this.#buffer.length < head + 4 + length) return;
    const body = this.#buffer.toString('utf8', head + 4, head + 4 + length);
    this.#buffer = this.#buffer.subarray(head + 4 + length);
    this.#waiting?.resolve({ status: Number(headers.slice(9, 12)), body });
  }
}

/** Calls `once` on each of so many lanes over and over for a while; how often a second it went through. */
export async function perSecond(
  lanes: number,
  ms: number,
  once: (lane: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() - started < ms) {
        await once(lane);
        count++;
      }
    }),
  );
  return (count / (performance.now() - started)) * 1000;
}
