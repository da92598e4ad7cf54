import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts texts, so that they cannot be read in the database or in a copy of the database. */
export type PayloadCipher = {
  /**
   * `context` identifies the row of the text, such as the key of an outbox entry or the sub of a
   * user. An encrypted text that is copied to another row cannot be decrypted there.
   */
  encrypt: (text: string, context: string) => string
  decrypt: (encrypted: string, context: string) => string
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM. The result is the base64 of the initialisation vector, the encrypted
 * text and the authentication tag. `encryptionKey` has 32 bytes and is stored outside of the
 * database.
 */
export function createPayloadCipher(encryptionKey: Buffer): PayloadCipher {
  return {
    encrypt(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, encryptionKey, iv).setAAD(Buffer.from(context))
      const encrypted = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(encrypted).toString('base64')
    },
    decrypt(encrypted, context) {
      const bytes = Buffer.from(encrypted, 'base64')
      const decipher = createDecipheriv(ALGORITHM, encryptionKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}

/** Returns null when the text was encrypted with another key, for another row, or was changed. */
export function decryptOrNull({ decrypt }: PayloadCipher, encrypted: string, context: string) {
  try {
    return decrypt(encrypted, context)
  } catch {
    return null
  }
}

/** For an outbox whose payloads hold no secret. */
export const NO_ENCRYPTION: PayloadCipher = { encrypt: (text) => text, decrypt: (text) => text }
