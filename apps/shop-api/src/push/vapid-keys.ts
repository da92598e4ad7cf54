import { createECDH } from 'node:crypto'
import { Conflict, type Documents } from '@nashta/documents/documents'

const KEYS = { pk: 'push-keys', sk: 'vapid' }

/** The keys by which push services recognise the shop, as base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * Returns a function that reads the keys of the shop. The first call of the shop's life makes them,
 * and all processes share them: a browser that has subscribed with a key needs that key for ever.
 */
export function createVapidKeys(documents: Documents): () => Promise<VapidKeys> {
  let reading: Promise<VapidKeys> | undefined

  async function readOrMake(): Promise<VapidKeys> {
    const stored = await documents.get<VapidKeys>(KEYS)
    if (stored) return stored.body
    const body = makeKeys()
    try {
      await documents.commit([{ put: { key: KEYS, body }, seen: null }])
      return body
    } catch (error) {
      // Another process has just made the keys.
      if (error instanceof Conflict) return readOrMake()
      throw error
    }
  }

  return () => {
    reading ??= readOrMake().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}

function makeKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A private key that begins with zeros is shorter than 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
