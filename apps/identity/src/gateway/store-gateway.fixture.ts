import { setTimeout as delay } from 'node:timers/promises'
import { limitMails } from '@nashta/mail/limit-mails'
import type { MailTransport } from '@nashta/mail/mail'
import { DeliveryDelayed } from '@nashta/outbox/outbox'
import type { AccountRecords } from '@nashta/service-kit/auth/account-records'
import { connectUserPool } from '@nashta/service-kit/auth/remote-user-pool'
import { createLogger } from '@nashta/service-kit/process/logger'
import { LOCAL, openLocalPool } from '../conformance/local-pool.fixture.ts'
import { USER_POOL_BASE } from '../create-user-pool.ts'
import type { SqliteUserPoolOptions } from '../sqlite-user-pool.ts'
import { createGateway, type GatewayDeps } from './create-gateway.ts'
import { createPageCall, passwordRequest } from './gateway.fixture.ts'
import { fetchPoolInProcess } from './pool-connection.ts'

const MAIL_POLL_MS = 5
const MAIL_TIMEOUT_MS = 10_000

export const PASSWORD = 'Str0ng!pass'

/** The gateway in front of the real pool, as in the store, with a clock that tests can move. */
export async function openStoreGateway(
  overrides: Partial<GatewayDeps> = {},
  poolOptions: Pick<SqliteUserPoolOptions, 'wrapUsers'> = {},
) {
  let transport: MailTransport | undefined
  const local = await openLocalPool({
    ...poolOptions,
    wrapTransport(mailbox, now) {
      transport = limitMails(mailbox, now)
      return transport
    },
  })
  const gateway = createGateway({
    logger: createLogger({ service: 'identity', level: 'silent' }),
    https: false,
    client: local.pool.client,
    records: null,
    fetchPool: fetchPoolInProcess(local.pool.userPool, USER_POOL_BASE, local.pool.client.secret),
    publicUrl: 'http://snacks.example',
    rateLimitScale: Infinity,
    now: () => local.clock.now,
    ...overrides,
  })
  const call = createPageCall(gateway)
  let browserCount = 0

  /** Opens a browser, which has its own network address and stores cookies. */
  function openBrowser() {
    const cookies = new Map<string, string>()
    browserCount += 1
    const remoteAddress = `10.0.${Math.floor(browserCount / 256)}.${browserCount % 256}`

    async function callAsPage(name: string, body: object) {
      const cookie = Array.from(cookies, ([key, value]) => `${key}=${value}`).join('; ')
      const response = await call(name, body, { remoteAddress, ...(cookie && { cookie }) })
      for (const header of [response.headers['set-cookie'] ?? []].flat()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
        cookies.set(key, value)
      }
      const reply: Record<string, unknown> = response.body === '' ? {} : response.json()
      return { status: response.statusCode, body: reply }
    }

    return {
      call: callAsPage,
      cookies,
      async signUp(Username: string, Password = PASSWORD) {
        const UserAttributes = [{ Name: 'email', Value: Username }]
        return callAsPage('SignUp', { Username, Password, UserAttributes, ClientMetadata: {} })
      },
      confirm: (Username: string, ConfirmationCode: string) =>
        callAsPage('ConfirmSignUp', { Username, ConfirmationCode }),
      async signIn(email: string, password = PASSWORD) {
        const { status, body } = await callAsPage('InitiateAuth', passwordRequest(email, password))
        return { status, accessToken: String(Object(body['AuthenticationResult'])['AccessToken']) }
      },
      forgot: (Username: string) => callAsPage('ForgotPassword', { Username }),
      reset: (Username: string, ConfirmationCode: string, Password: string) =>
        callAsPage('ConfirmForgotPassword', { Username, ConfirmationCode, Password }),
    }
  }

  /** The mails to an address, newest first. Waits until there are at least `count`. */
  async function mailsTo(email: string, { count = 1 } = {}) {
    for (let waitedMs = 0; waitedMs < MAIL_TIMEOUT_MS; waitedMs += MAIL_POLL_MS) {
      const mails = await local.mailbox.list(email)
      if (mails.length >= count) return mails
      await delay(MAIL_POLL_MS)
    }
    throw new Error(`${email} did not get ${count} mails`)
  }

  let ticketCount = 0

  /** Sends the mail about a complaint, through the transport that the pool uses too. */
  async function sendTicketMail(to: string) {
    ticketCount += 1
    const content = {
      senderName: 'Nashta',
      subject: 'We have your complaint',
      text: 'Thanks',
      html: 'Thanks',
    }
    const messageId = `<ticket-${ticketCount}@mail.nashta>`
    try {
      await transport?.send({ content, to, kind: 'ticket-received', messageId })
    } catch (error) {
      // The relay sends a delayed mail later.
      if (!(error instanceof DeliveryDelayed)) throw error
    }
  }

  const countDue = local.pool.database.connection.prepare(
    "SELECT count(*) AS count FROM outbox WHERE state = 'pending' AND dueAt <= ?",
  )

  /** The mails to an address, newest first. Waits until no mail is due; a delayed one is not. */
  async function deliveredMailsTo(email: string) {
    while (Number(countDue.get(local.clock.now.getTime())?.['count']) > 0) await delay(MAIL_POLL_MS)
    return local.mailbox.list(email)
  }

  return {
    local,
    openBrowser,
    mailsTo,
    deliveredMailsTo,
    sendTicketMail,
    /** Connects to the pool as a service in another process does. */
    connectFromOtherProcess: (records: AccountRecords | null = null) =>
      connectUserPool({
        endpoint: local.endpoint,
        region: LOCAL.region,
        poolId: LOCAL.poolId,
        clientId: local.pool.client.id,
        records,
        now: () => local.clock.now,
      }),
    /** Returns a new browser in which a shopper has signed up and entered the code. */
    async signUpInNewBrowser(email: string) {
      const browser = openBrowser()
      await browser.signUp(email)
      await browser.confirm(email, codeIn((await mailsTo(email))[0]))
      return browser
    },
    async close() {
      await gateway.close()
      await local.close()
    },
  }
}

export type StoreGateway = Awaited<ReturnType<typeof openStoreGateway>>

/** The code in the subject of a mail. */
export function codeIn(mail: { subject: string } | undefined) {
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
}

/** The token of the link in a mail. */
export function linkTokenIn(mail: { text: string } | undefined) {
  return /token=([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The token of the link in an invitation to the desk. */
export function linkTokenOfInvitation(mail: { text: string } | undefined) {
  return /desk\/join#([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? ''
}
