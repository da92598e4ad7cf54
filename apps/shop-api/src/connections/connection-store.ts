import type { MailSenderInput, RazorpayInput } from '@nashta/contracts/shop/connections'
import type { Documents } from '@nashta/documents/documents'
import { decryptOrNull, type PayloadCipher } from '@nashta/outbox/payload-cipher'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { type Authorship, differences } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { cacheDocument } from '../shop/cached-document.ts'

const CONNECTIONS_KEY = { pk: 'shop', sk: 'connections' }

/** Everything but the secrets, which are encrypted in `secrets`. */
type StoredRazorpay = { keyId: string; isOffered: boolean; changedAt: string; secrets: string }
type StoredMail = Omit<MailSenderInput, 'password'> & { changedAt: string; secrets: string }
type StoredConnections = { razorpay?: StoredRazorpay; mail?: StoredMail }

type RazorpaySecrets = Pick<RazorpayInput, 'keySecret' | 'webhookSecret'>
type MailSecrets = Pick<MailSenderInput, 'password'>

/** A connection with its secrets. `input` is null when they were encrypted with another key. */
type Connected<Stored, Input> = { stored: Omit<Stored, 'secrets'>; input: Input | null }

export type ConnectionState = {
  razorpay: Connected<StoredRazorpay, RazorpayInput> | null
  mail: Connected<StoredMail, MailSenderInput> | null
}

/** The state before an operator has stored a connection. */
export const NO_CONNECTIONS: ConnectionState = { razorpay: null, mail: null }

type ConnectionChange = Partial<{
  razorpay: { input: RazorpayInput; isOffered: boolean } | { isOffered: boolean }
  /** Null removes the mail server. */
  mail: MailSenderInput | null
}>

/**
 * What connects the shop to other companies. The secrets are encrypted with the key of the store.
 * Other processes see a change up to a second later.
 */
export interface ConnectionStore {
  read(): Promise<ConnectionState>
  /** As last read or changed, by the poll of this process or by a request. */
  current(): ConnectionState
  /** Changes with every change; empty before the first read. */
  version(): string
  /** Stores the change with its log entry, which has no secret. */
  change(change: ConnectionChange, authorship: Authorship): Promise<ConnectionState>
}

export type ConnectionStoreDeps = {
  documents: Documents
  /** Null in a store that has no key for secrets: it reads none and stores none. */
  cipher: PayloadCipher | null
  now: () => Date
}

export function createConnectionStore({ documents, cipher, now }: ConnectionStoreDeps): ConnectionStore {
  const cached = cacheDocument<StoredConnections, ConnectionState>({
    documents,
    key: CONNECTIONS_KEY,
    now,
    toValue: (stored) => ({ value: open(stored ?? {}), version: contentHash(JSON.stringify(stored ?? {})) }),
  })

  /** Secrets that are copied to a connection with another name cannot be decrypted. */
  function decrypt(name: string, secrets: string): unknown {
    const text = cipher && decryptOrNull(cipher, secrets, name)
    return text === null ? null : JSON.parse(text)
  }

  function encrypt(name: string, secrets: object): string {
    if (!cipher) throw new Error('The store has no key to encrypt secrets with')
    return cipher.encrypt(JSON.stringify(secrets), name)
  }

  function open({ razorpay, mail }: StoredConnections): ConnectionState {
    return { razorpay: razorpay ? openRazorpay(razorpay) : null, mail: mail ? openMail(mail) : null }
  }

  function openRazorpay({ secrets, ...stored }: StoredRazorpay) {
    const decrypted = decrypt('razorpay', secrets) as RazorpaySecrets | null
    return { stored, input: decrypted && { keyId: stored.keyId, ...decrypted } }
  }

  function openMail({ secrets, ...stored }: StoredMail) {
    const decrypted = decrypt('mail', secrets) as MailSecrets | null
    const { changedAt: _changedAt, ...fields } = stored
    return { stored, input: decrypted && { ...fields, ...decrypted } }
  }

  function changed(before: StoredConnections, change: ConnectionChange, at: string): StoredConnections {
    const after = { ...before }
    const { razorpay, mail } = change
    if (razorpay && 'input' in razorpay) {
      const { keyId, ...secrets } = razorpay.input
      const { isOffered } = razorpay
      after.razorpay = { keyId, isOffered, changedAt: at, secrets: encrypt('razorpay', secrets) }
    } else if (razorpay && before.razorpay) {
      after.razorpay = { ...before.razorpay, isOffered: razorpay.isOffered }
    }
    if (mail) {
      const { password, ...fields } = mail
      const secrets = encrypt('mail', password === undefined ? {} : { password })
      after.mail = { ...fields, changedAt: at, secrets }
    } else if (mail === null) {
      delete after.mail
    }
    return after
  }

  return {
    read: () => cached.read(),
    current: () => cached.value() ?? NO_CONNECTIONS,
    version: () => cached.version(),

    change: (change, authorship) =>
      documents.retryConflicts(async () => {
        const readAt = now().getTime()
        const seen = await cached.readStored()
        const before = seen?.body ?? {}
        const body = changed(before, change, authorship.at)
        const changes = differences(withoutSecrets(before), withoutSecrets(body))
        if (Object.keys(changes).length === 0) return cached.setCurrent(seen, readAt)
        const entry = { ...authorship, kind: 'shop', subject: 'shop', action: 'update', changes } as const
        await documents.commit([{ put: { key: CONNECTIONS_KEY, body }, seen }, ...logWrites(entry)])
        return cached.setCurrent({ body, version: (seen?.version ?? 0) + 1 }, readAt)
      }),
  }
}

/** The log contains no secrets. New secrets show in the log as a new `changedAt`. */
function withoutSecrets(connections: StoredConnections) {
  return Object.fromEntries(
    Object.entries(connections).map(([name, { secrets: _secrets, ...fields }]) => [name, fields]),
  )
}
