import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts payloads, so that pending entries cannot be read in the database or in a copy of it. */
export type Seal = {
  /** Text sealed for one context opens in no other. */
  seal: (text: string, context: string) => string
  open: (sealed: string, context: string) => string
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** `key` has 32 bytes and is stored outside of the database. */
export function createSeal(key: Buffer): Seal {
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context))
      const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}

/** For an outbox whose payloads hold no secret. */
export const NO_SEAL: Seal = { seal: (text) => text, open: (text) => text }
