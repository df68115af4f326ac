import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { InvalidInput, WireFailure } from '../core/errors.ts';
import { failed } from './envelope.ts';

/** Answers, in the envelope too, what did not become a request: no HTTP, headers without end, a body that stopped. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = failureOf(error.code);
  const body = JSON.stringify(failed(failure, 'zh'));
  const head = [
    `HTTP/1.1 ${failure.httpStatus} ${STATUS_CODES[failure.httpStatus]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function failureOf(code: string | undefined): WireFailure {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new WireFailure(431, 431, { zh: '请求头过大', en: 'The request headers are too large' });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new WireFailure(408, 408, { zh: '请求超时', en: 'The request took too long' });
  }
  return new InvalidInput([], { zh: '请求格式有误', en: 'The request is malformed' });
}
