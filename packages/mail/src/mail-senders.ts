import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { MailSenderInput } from '@nashta/contracts/shop/connections'
import type { Shop } from '@nashta/contracts/shop/shop'
import { DeliveryFailed } from '@nashta/outbox/outbox'
import { createAddressTest } from '@nashta/service-kit/limits/networks'
import { html } from './html.ts'
import { type MailTransport, messageIdOf } from './mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { layOutMail, senderOf, STYLES } from './templates/layout.ts'

/**
 * The mail server of the shop: null for none, and `unreadable` when its password was encrypted with
 * another key of the store.
 */
type ReadMailServer = () => MailSenderInput | null | 'unreadable'

/** How the mails of the shop leave, and how an operator tries it. */
export type MailSenders = {
  /** Whether a setting of the store names the mail server. */
  isFixed: boolean
  /** From now on, mails leave through the mail server that the function returns. */
  useServer: (read: ReadMailServer) => void
  /**
   * Sends a test mail to an operator: through this mail server, or as mails leave now. Rejects with
   * an error for `mailServerProblem`.
   */
  sendTest: (to: string, shop: Shop, server: MailSenderInput | null) => Promise<void>
}

const isThisMachine = createAddressTest(['127.0.0.0/8', '::1/128'])
/** Networks that a stranger cannot reach. A shop on the internet must not be used to look into them. */
const isInternal = createAddressTest([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/127',
  'fc00::/7',
  'fe80::/10',
])

class ServerRefused extends Error {}

async function assertAllowed({ host, security }: MailSenderInput, isPublic: boolean) {
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address)
  if (security === 'none' && !addresses.every(isThisMachine))
    throw new ServerRefused('without encryption, mails leave only through a mail server on the same machine')
  if (isPublic && addresses.some(isInternal))
    throw new ServerRefused('this mail server is inside a private network: the setting SMTP_URL may name it')
}

function createServerTransport(server: MailSenderInput): MailTransport {
  const { host, port, security, user, password, from } = server
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : ''
  const query = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' }[security]
  const url = `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}${query}`
  return createSmtpTransport({ url, from })
}

export type MailSendersOptions = {
  isFixed: boolean
  isPublic: boolean
  /** Takes the mails of a store without a mail server. */
  fallback: MailTransport
}

/** The senders, and the transport that sends each mail through the mail server of that moment. */
export function createMailSenders({ isFixed, isPublic, fallback }: MailSendersOptions) {
  let readServer: ReadMailServer | null = null
  let used: { server: MailSenderInput; transport: MailTransport } | null = null

  /** A changed server gets a new transport. Mails that are under way leave through the old one. */
  function transportNow(): MailTransport {
    const server = readServer?.() ?? null
    if (server === 'unreadable') throw new DeliveryFailed('NO_PASSWORD', { isPermanent: false })
    if (used?.server === server) return used?.transport ?? fallback
    const old = used
    used = server && { server, transport: createServerTransport(server) }
    void old?.transport.close()
    return used?.transport ?? fallback
  }

  const transport: MailTransport = {
    get concurrency() {
      return (used?.transport ?? fallback).concurrency
    },
    send: async (mail) => transportNow().send(mail),
    async eraseMails(keys, addresses) {
      await fallback.eraseMails?.(keys, addresses)
    },
    async close() {
      await used?.transport.close()
      await fallback.close()
    },
  }

  const senders: MailSenders = {
    isFixed,
    useServer(read) {
      readServer = read
    },
    async sendTest(to, shop, server) {
      const mail = { content: testMail(shop), to, messageId: messageIdOf(`mail-test:${randomUUID()}`) }
      if (server === null) return transport.send(mail)
      await assertAllowed(server, isPublic)
      const tried = createServerTransport(server)
      try {
        await tried.send(mail)
      } finally {
        await tried.close()
      }
    },
  }
  return { transport, senders }
}

function testMail(shop: Shop) {
  const message = `Mails of ${shop.tradeName} reach you: your shop can send codes, confirmations and receipts.`
  return layOutMail(
    {
      subject: `A test mail of ${shop.tradeName}`,
      preview: message,
      title: 'Your mails arrive',
      body: html`<p style="${STYLES.paragraph}">${message}</p>`,
      paragraphs: [message],
      reason: 'You get this mail because you asked for it in the settings of the shop.',
    },
    senderOf(shop),
  )
}

const PROBLEMS: Record<string, string> = {
  EAUTH: 'the mail server does not accept the user name and password',
  EDNS: 'there is no mail server of this name',
  ENOTFOUND: 'there is no mail server of this name',
  ETIMEDOUT: 'the mail server gives no response at this port',
  ECONNECTION: 'the mail server gives no response at this port',
  ECONNREFUSED: 'the mail server gives no response at this port',
  ESOCKET: 'the mail server gives no response at this port with this encryption',
  ETLS: 'the mail server does not offer this encryption',
}

/** Why a test mail could not be sent, for operators. It contains nothing that the server said. */
export function mailServerProblem(error: unknown): string {
  if (error instanceof ServerRefused) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
  if (code === 'SMTP_535' || code === 'SMTP_530') return PROBLEMS['EAUTH'] ?? code
  const reply = /^SMTP_(\d{3})$/.exec(code)
  if (reply) return `the mail server refuses it with the code ${reply[1]}`
  return PROBLEMS[code] ?? 'the mail server gives no response'
}
