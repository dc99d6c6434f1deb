import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.ts';
import { listen } from '../../../test/support/listen.ts';
import { Connections } from './connections.ts';

test('a client that closes its side counts as disconnected, unless the route answers half-closed connections', async (t) => {
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    responses.push(response);
  });
  const answersHalfClosed = ({ url }: { url?: string | undefined }) => url === '/waits';
  new Connections({ log: pino({ level: 'silent' }), answersHalfClosed }).attach(server);
  const port = await listen(t, server);
  const ask = async (path: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => {});
    socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const count = responses.length;
    await eventually('the request has arrived', () => responses.length > count);
    return { response: responses[count], answer: () => answer };
  };

  const gone = await ask('/list');
  await eventually('the server has noticed the disconnect', () => gone.response?.destroyed === true);

  const waiting = await ask('/waits');
  await new Promise((resolve) => setImmediate(resolve));
  waiting.response?.end('here it is');
  await eventually('the response has arrived', () => waiting.answer().endsWith('here it is'));
});
