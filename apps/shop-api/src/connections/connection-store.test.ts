import { createPayloadCipher } from '@nashta/outbox/payload-cipher'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import type { Authorship } from '../operator-log/logged-change.ts'
import { loggedChanges } from '../operator-log/operator-log.fixture.ts'
import { createOperatorLog } from '../operator-log/operator-log.ts'
import { type ConnectionStoreDeps, createConnectionStore } from './connection-store.ts'

const authorship: Authorship = {
  by: { sub: 'sub-of-boss', username: 'boss', email: null },
  at: '2026-01-01T12:00:00.000Z',
}

const KEYS = { keyId: 'rzp_live_1', keySecret: 'canary-key-secret', webhookSecret: 'canary-webhook' }
const SERVER = {
  host: 'smtp.example.in',
  port: 465,
  security: 'tls',
  user: 'asha',
  password: 'canary-password',
  from: 'hello@snacks.example',
} as const

const cipherOf = (byte: number) => createPayloadCipher(Buffer.alloc(32, byte))

describeOnBothStorages('store of connections', (open) => {
  function create(options: Partial<ConnectionStoreDeps> = {}) {
    const { documents } = open()
    const deps = { documents, cipher: cipherOf(1), now: () => new Date(0), ...options }
    return { connections: createConnectionStore(deps), log: createOperatorLog(documents), documents }
  }

  it('secrets are stored encrypted, and read again by another process with the same key', async () => {
    const { connections, documents } = create()
    await connections.change({ razorpay: { input: KEYS, isOffered: true } }, authorship)
    await connections.change({ mail: SERVER }, authorship)

    const { razorpay, mail } = await create().connections.read()
    expect(razorpay).toEqual({
      stored: { keyId: 'rzp_live_1', isOffered: true, changedAt: authorship.at },
      input: KEYS,
    })
    expect(mail?.input).toEqual(SERVER)
    const stored = JSON.stringify([
      await documents.listByKey('shop'),
      await createOperatorLog(documents).list({}, { limit: 100 }),
    ])
    expect(stored).toContain('rzp_live_1')
    expect(stored).not.toContain('canary')
  })

  it('with another key of the store, secrets cannot be read, and the rest can', async () => {
    await create().connections.change({ razorpay: { input: KEYS, isOffered: true } }, authorship)
    for (const cipher of [cipherOf(2), null]) {
      const { razorpay } = await create({ cipher }).connections.read()
      expect(razorpay).toMatchObject({ stored: { keyId: 'rzp_live_1' }, input: null })
    }
  })

  it('an encrypted secret that is copied to another connection cannot be read there', async () => {
    const { connections, documents } = create()
    await connections.change({ razorpay: { input: KEYS, isOffered: true } }, authorship)
    await connections.change({ mail: SERVER }, authorship)
    const key = { pk: 'shop', sk: 'connections' }
    const seen = await documents.get<{ razorpay: { secrets: string }; mail: object }>(key)
    if (!seen) throw new Error('Nothing is stored')
    const { razorpay, mail } = seen.body
    await documents.commit([
      { put: { key, body: { razorpay, mail: { ...mail, secrets: razorpay.secrets } } }, seen },
    ])
    const after = await create().connections.read()
    expect(after.razorpay?.input).toEqual(KEYS)
    expect(after.mail?.input).toBeNull()
  })

  it('a change by another process is read after a second, and keeps the other connection', async () => {
    let time = 0
    const reader = create({ now: () => new Date(time) }).connections
    expect(await reader.read()).toEqual({ razorpay: null, mail: null })
    const version = reader.version()
    const { connections } = create()
    await connections.change({ mail: SERVER }, authorship)
    await connections.change({ razorpay: { input: KEYS, isOffered: true } }, authorship)
    await connections.change({ razorpay: { isOffered: false } }, authorship)
    time = 1000
    const { razorpay, mail } = await reader.read()
    expect(razorpay).toMatchObject({ stored: { isOffered: false }, input: KEYS })
    expect(mail?.input).toEqual(SERVER)
    expect(reader.version()).not.toBe(version)
    await connections.change({ mail: null }, authorship)
    time = 2000
    expect((await reader.read()).mail).toBeNull()
  })

  it('each change is logged without secrets, also one of a secret alone', async () => {
    const { connections, log } = create()
    await connections.change({ razorpay: { input: KEYS, isOffered: true } }, authorship)
    const later = { ...authorship, at: '2026-01-02T12:00:00.000Z' }
    await connections.change(
      { razorpay: { input: { ...KEYS, keySecret: 'canary-2' }, isOffered: true } },
      later,
    )
    const fields = { keyId: 'rzp_live_1', isOffered: true }
    const [first, second] = await loggedChanges(log, 'shop', 'shop')
    expect(first?.changes).toEqual({ razorpay: { from: null, to: { ...fields, changedAt: authorship.at } } })
    expect(second?.changes).toEqual({
      razorpay: { from: { ...fields, changedAt: authorship.at }, to: { ...fields, changedAt: later.at } },
    })
  })
})
