/** The baseline: the least a Node server can do with a JSON body. Prints its port. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const json = JSON.stringify({ status: body ? 'ok' : 'error' });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': json.length });
    response.end(json);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(address.port);
});
process.stdin.on('end', () => process.exit()).resume();
