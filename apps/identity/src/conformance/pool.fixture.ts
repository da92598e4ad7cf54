import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { vi } from 'vitest'
import { LOCAL, type LocalPool, openLocalPool } from './local-pool.fixture.ts'

export const PW = 'Str0ng!pass'
export const HOUR = 60 * 60 * 1000

type Mail = { to: string; subject: string; text: string; html: string }
type TestClient = { id: string; secret?: string }

/** The pool that the tests run against: our own, or any other pool that speaks the protocol. */
export type PoolUnderTest = {
  endpoint: string
  identityEndpoint: string
  region: string
  poolId: string
  identityPoolId: string
  /** C0 has no secret, C1 has one, C2 hides which users exist, and C3 may only refresh. */
  clients: Record<'C0' | 'C1' | 'C2' | 'C3', TestClient>
  adminKey: { accessKeyId: string; secretAccessKey: string }
  mailsTo: (email: string) => Promise<Mail[]>
  /** Our own pool in this process, with its clock, files and log; null for a remote pool. */
  local: LocalPool | null
  close: () => Promise<void>
}

export async function openPool(): Promise<PoolUnderTest> {
  const endpoint = process.env['CONFORMANCE_ENDPOINT']
  if (endpoint) return remotePool(endpoint)

  const local = await openLocalPool()
  return {
    ...LOCAL,
    identityPoolId: local.identityPoolId,
    endpoint: local.endpoint,
    identityEndpoint: local.identityEndpoint,
    mailsTo: (email) => local.mailbox.list(email),
    local,
    close: () => local.close(),
  }
}

const setting = (name: string) => process.env[`CONFORMANCE_${name}`] ?? ''

/** A remote pool, described by CONFORMANCE_* variables. */
function remotePool(endpoint: string): PoolUnderTest {
  const client = (name: string) => ({ id: setting(`${name}_ID`), secret: setting(`${name}_SECRET`) })

  return {
    endpoint,
    identityEndpoint: setting('IDENTITY_ENDPOINT'),
    region: setting('REGION') || LOCAL.region,
    poolId: setting('POOL_ID'),
    identityPoolId: setting('IDENTITY_POOL_ID'),
    clients: {
      C0: { id: setting('C0_ID') },
      C1: client('C1'),
      C2: { id: setting('C2_ID') },
      C3: { id: setting('C3_ID') },
    },
    adminKey: {
      accessKeyId: setting('ADMIN_KEY_ID'),
      secretAccessKey: setting('ADMIN_KEY_SECRET'),
    },
    async mailsTo(email) {
      const url = `${setting('MAILBOX_URL')}?to=${encodeURIComponent(email)}`
      const { messages } = (await (await fetch(url)).json()) as { messages: Mail[] }
      return messages
    },
    local: null,
    close: async () => {},
  }
}

/**
 * AWS's SDK for the calls of users. By default it does not retry, so that tests can count calls. It
 * demands credentials, although these calls are not signed.
 */
export function clientOf({ endpoint, region }: PoolUnderTest, { maxAttempts = 1 } = {}) {
  return new CognitoIdentityProviderClient({
    endpoint,
    region,
    maxAttempts,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  })
}

/** AWS's SDK for the calls of administrators, which are signed with `credentials`. */
export function adminOf(pool: PoolUnderTest, credentials = pool.adminKey) {
  return new CognitoIdentityProviderClient(adminConfigOf(pool, credentials))
}

export function adminConfigOf({ endpoint, region, adminKey, local }: PoolUnderTest, credentials = adminKey) {
  return {
    endpoint,
    region,
    maxAttempts: 1,
    ...(credentials && { credentials }),
    // A signature contains the time, which must be the time of the pool's clock.
    systemClockOffset: local ? local.clock.now.getTime() - Date.now() : 0,
  }
}

let unusedEmails = 0

/** An address that no user of this run or an earlier one has. */
export function unusedEmail(name = 'test') {
  unusedEmails += 1
  return `${name}.${Date.now().toString(36)}.${process.pid}.${unusedEmails}@example.com`
}

/** Six digits that are not part of a longer number. */
const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/

/** The code in the newest mail to this address, once there are `mailCount` mails to it. */
export async function codeFor({ mailsTo }: PoolUnderTest, email: string, { mailCount = 1 } = {}) {
  return vi.waitFor(
    async () => {
      const mails = await mailsTo(email)
      const code = SIX_DIGITS.exec(mails[0]?.subject ?? '')?.[0]
      if (mails.length < mailCount || code === undefined) throw new Error(`no mail number ${mailCount} yet`)
      return code
    },
    { timeout: 5000, interval: 5 },
  )
}

/** A wrong code in place of the right one. */
export function otherCode(code: string) {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
