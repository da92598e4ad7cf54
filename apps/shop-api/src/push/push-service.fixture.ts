import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushSubscriptionInput } from '@nashta/contracts/push/push'
import type { FindPushService } from './push-services.ts'

type Received = { path: string; headers: IncomingHttpHeaders; message: unknown }

/**
 * A push service and its browsers on this machine. It accepts a message only with a valid signature
 * of the key that the browser has subscribed with, and only when that browser can decrypt it.
 */
export async function startPushService() {
  const received: Received[] = []
  const browsers = new Map<
    string,
    { subscription: PushSubscriptionInput; decrypt: (body: Buffer) => string }
  >()
  /** The next responses, before the usual 201. */
  const responses: { status: number; headers?: Record<string, string> }[] = []

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const { status, headers } = responses.shift() ?? { status: 201 }
    const path = request.url ?? ''
    const browser = browsers.get(path)
    if (status === 201 && browser) {
      assertSigned(request.headers, url)
      received.push({ path, headers: request.headers, message: JSON.parse(browser.decrypt(body)) })
    }
    response.writeHead(browser ? status : 410, headers).end()
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const findPushService: FindPushService = ({ origin }) => (origin === url ? url : null)
  return {
    url,
    received,
    findPushService,
    /** A new browser. */
    subscribe(name: string): PushSubscriptionInput {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const subscription = {
        endpoint: `${url}/${name}`,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
      browsers.set(`/${name}`, { subscription, decrypt: (body) => decrypt(body, pair, auth) })
      return subscription
    },
    /** The browser ends its subscription. */
    unsubscribe: (name: string) => browsers.delete(`/${name}`),
    respondNext: (...next: typeof responses) => responses.push(...next),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** RFC 8292: the header names the key, and a token that the key has signed for this push service. */
function assertSigned({ authorization = '' }: IncomingHttpHeaders, audience: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
  if (!isValid || aud !== audience) throw new Error('The message is not signed for this push service')
}

/** RFC 8291: what the browser does with the body of a message. */
export function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const encrypted = body.subarray(21 + keyLength)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
  const secret = hkdfSync('sha256', browser.computeSecret(senderKey), auth, keyInfo, 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  const END_OF_LAST_RECORD = 2
  return padded.subarray(0, padded.lastIndexOf(END_OF_LAST_RECORD)).toString()
}
