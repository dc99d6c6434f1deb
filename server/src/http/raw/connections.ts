/**
 * Handles connections outside of requests: answers what the HTTP parser refuses, with the same body as every
 * refusal, and closes connections so that the client can read the last answer.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@parley/contract';
import type { Logger } from 'pino';
import { ApiError } from '../../base/errors.ts';
import { answerError } from './answer.ts';

/** How long to wait for another byte after the last answer before closing. */
const QUIET_MS = 2000;
const MAX_LINGER_MS = 15_000;

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export type ConnectionsOptions = {
  log: Logger;
  /** Whether to answer a request after the client has closed its side; other requests are dropped. */
  answersHalfClosed: (request: IncomingMessage) => boolean;
};

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #current = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  attach(server: Server & { httpAllowHalfOpen?: boolean }): void {
    // A client that has closed its side may still read, so this server decides when to close.
    server.httpAllowHalfOpen = true;
    server.on('connection', (socket) => {
      this.#linger(socket);
      socket.on('end', () => this.#halfClosed(socket));
    });
    server.prependListener('request', (request, response) =>
      this.#current.set(request.socket, { request, response }),
    );
    server.on('checkExpectation', (_request, response) =>
      this.#answerLast(response, new ApiError('expectation_failed')),
    );
    // Without a listener, Node would close the socket without an answer.
    server.on('connect', (_request, socket: Socket) => {
      socket.on('error', () => socket.destroy());
      this.refuse(socket, new ApiError('bad_request', { message: 'This is no proxy: it takes no CONNECT.' }));
    });
  }

  /** Refuses a request of HTTP/1.1 without a host; true if it was answered. */
  refusesHostless(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
    this.#answerLast(response, new ApiError('bad_request', { message: 'The request has no Host header.' }));
    return true;
  }

  #answerLast(response: ServerResponse, refused: ApiError): void {
    response.setHeader('Connection', 'close');
    answerError(response, refused, this.#options.log);
  }

  #halfClosed(socket: Socket): void {
    const current = this.#current.get(socket);
    if (!current?.request.complete || current.response.writableEnded) return;
    if (!this.#options.answersHalfClosed(current.request)) socket.destroy();
  }

  /** Answers bytes that the HTTP parser refuses, and requests that time out. */
  onClientError(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET') socket.destroy();
    else this.refuse(socket, new ApiError(CODES[error.code ?? ''] ?? 'bad_request'));
  }

  /** Ends a connection whose request is abandoned, with an answer unless one has begun. */
  refuse(socket: Socket, refused: ApiError): void {
    if (!socket.writable || this.#current.get(socket)?.response.headersSent) {
      socket.destroy();
      return;
    }
    const body = JSON.stringify(refused.body(randomUUID()));
    const head = [
      `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    this.#closeOurSide(socket);
  }

  /**
   * Keeps the connection open for a client that is still sending: closing it with unread bytes would reset
   * it, and the answer would be lost.
   */
  #linger(socket: Socket): void {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls this after the last answer on a connection.
    socket.destroySoon = () => {
      if (this.#current.get(socket)?.request.complete === false) this.#closeOurSide(socket);
      else destroySoon();
    };
  }

  /** Drops further bytes, up to a limit, until the client has closed its side. */
  #closeOurSide(socket: Socket): void {
    const longest = setTimeout(() => socket.destroy(), MAX_LINGER_MS).unref();
    socket.once('close', () => clearTimeout(longest));
    socket.once('end', () => socket.destroy());
    socket.setTimeout(QUIET_MS, () => socket.destroy());
    socket.resume();
    socket.end();
  }
}
