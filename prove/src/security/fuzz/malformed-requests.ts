import type { Random } from '../random.ts'
import { requestBytes } from '../raw-connection.ts'

const MEGABYTE = 1024 * 1024
const HOST = 'host: localhost\r\n'

/** The body is far above the size limit of its route. Making it is slow, so it is made once. */
const OVERSIZED_REQUEST = requestBytes({
  method: 'POST',
  target: '/api/newsletter',
  headers: { 'content-type': 'application/json', connection: 'close' },
  body: Buffer.alloc(10 * MEGABYTE, '['),
})

type MakeBytes = (random: Random) => string | Buffer

/** Requests that are invalid or unusual. */
const MALFORMED_REQUESTS: MakeBytes[] = [
  (random) => Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256))),
  () => 'GET / HTTP/9.9\r\n\r\n',
  () => 'GET /\r\n\r\n',
  () => '\r\n\r\n\r\nBREW /pot HTCPCP/1.0\r\n\r\n',
  () => `GET http://[::1 HTTP/1.1\r\n${HOST}\r\n`,
  () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
  () => `GET / HTTP/1.1\r\n${HOST}x: ${'b'.repeat(40_000)}\r\n\r\n`,
  () => `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(3000)}\r\n`,
  () => `GET / HTTP/1.1\r\n${HOST}x\u0000y: z\r\n\r\n`,
  () => `GET / HTTP/1.1\r\n${HOST} folded: header\r\n\r\n`,
  () => `POST /api/newsletter HTTP/1.1\r\n${HOST}content-length: -5\r\n\r\n`,
  () => `POST /api/newsletter HTTP/1.1\r\n${HOST}content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef`,
  () =>
    `POST /api/newsletter HTTP/1.1\r\n${HOST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  () => `POST /api/newsletter HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\nzz\r\nbad\r\n`,
  () => `POST /api/newsletter HTTP/1.1\r\n${HOST}transfer-encoding: gzip, chunked, x\r\n\r\n`,
  () => `GET / HTTP/1.1\r\n${HOST}connection: close\r\n\r\n\u0000\u0001garbage`,
  () => `GET /../../%2e%2e/etc/passwd HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  () => `GET \\\\windows\\x HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  () => `OPTIONS * HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  () => `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  () => `TRACE / HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  () => `GET /?${'a=b&'.repeat(2000)} HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  () => `GET /api/products?${'limit=1&'.repeat(1000)} HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
  // The start of a TLS handshake.
  () => `\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc`,
  // The start of an HTTP/2 connection.
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

/** The share of oversized requests. Each costs as much as a thousand others. */
const OVERSIZED_SHARE = 1 / 400

export function makeMalformedRequest(random: Random): string | Buffer {
  return random.chance(OVERSIZED_SHARE) ? OVERSIZED_REQUEST : random.oneOf(MALFORMED_REQUESTS)(random)
}
