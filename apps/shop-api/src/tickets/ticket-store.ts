import type { TicketList } from '@nashta/contracts/tickets/ticket'
import type { Documents, NewDocument } from '@nashta/documents/documents'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { MailLimit } from '../newsletter/mailed-link.ts'
import { placeOf, type TicketRecord } from './ticket.ts'

/** Mail times are stored for a day after the last mail. Limits count only the mails of an hour. */
const MAIL_TIMES_LIFETIME_MS = 24 * 60 * 60 * 1000

export type TicketCreation = {
  ticket: TicketRecord
  /** The mail with the number and the status link; null without a valid e-mail address. */
  mail: OutboxEntry | null
  mailLimit: MailLimit
}

export interface TicketStore {
  /** Stores the ticket and its mail in one transaction. Returns false when the number is taken. */
  create(creation: TicketCreation): Promise<boolean>

  find(number: string): Promise<TicketRecord | null>

  findByTokenHash(tokenHash: string): Promise<TicketRecord | null>

  /**
   * Stores the ticket that `apply` returns, together with the mail that `mailAbout` returns for it.
   * Nothing is written when `apply` returns its argument. Resolves to the ticket, or to null when
   * there is none with this number.
   */
  change(
    number: string,
    apply: (ticket: TicketRecord) => TicketRecord,
    mailAbout?: (ticket: TicketRecord) => OutboxEntry | null,
  ): Promise<TicketRecord | null>

  /**
   * The tickets of an e-mail address, unsorted. `email` must be in lower case. With '', the result
   * is the tickets that have no e-mail address.
   */
  listOf(email: string): Promise<TicketRecord[]>

  /**
   * Stores the result of `erase` for each ticket of the e-mail address. The links of erased tickets
   * no longer work. No mail is sent. A ticket for which `erase` returns its argument stays as
   * it is.
   */
  eraseOf(email: string, erase: (ticket: TicketRecord) => TicketRecord): Promise<void>

  /**
   * At most `limit` tickets of the list, by their place (see `placeOf`): those that wait for the
   * shop in rising order, closed ones in falling order. With a place as `after`, only tickets that
   * follow it.
   */
  list(list: TicketList, page: { limit: number; after?: string | undefined }): Promise<TicketRecord[]>

  countNotClosed(): Promise<number>
}

/** When the shop sent mails about new tickets to one e-mail address. */
type MailTimes = { mailedAt: readonly string[] }

export function createTicketStore(documents: Documents): TicketStore {
  const read = (number: string) => documents.get<TicketRecord>(ticketKey(number))
  const find = async (number: string) => (await read(number))?.body ?? null

  /** The numbers of the tickets that were made with the address. */
  async function numbersOf(email: string) {
    const found = await documents.listByKey(addressPk(email))
    return found.map(({ key }) => key.sk)
  }

  const eraseOne = (number: string, email: string, erase: (ticket: TicketRecord) => TicketRecord) =>
    documents.retryConflicts(async (): Promise<'missing' | 'unchanged' | 'erased'> => {
      const seen = await read(number)
      if (!seen) return 'missing'
      const after = erase(seen.body)
      if (after === seen.body) return 'unchanged'
      await documents.commit([
        { put: ticketDocument(after), seen },
        { delete: tokenKey(seen.body.tokenHash) },
        { delete: addressKey(email, number) },
      ])
      return 'erased'
    })

  return {
    create: ({ ticket, mail, mailLimit }) =>
      documents.retryConflicts(async () => {
        const { number, tokenHash, email } = ticket
        const [taken, seenTimes] = await Promise.all([
          read(number),
          documents.get<MailTimes>(mailTimesKey(email)),
        ])
        if (taken) return false
        const mailedAt = mail && mailTimesWith(seenTimes?.body.mailedAt ?? [], ticket.createdAt, mailLimit)
        await documents.commit(
          [
            { put: ticketDocument(ticket), seen: null },
            { put: { key: tokenKey(tokenHash), body: { number } }, seen: null },
            { put: { key: addressKey(email, number), body: {} }, seen: null },
            ...(mailedAt ? [{ put: mailTimesDocument(ticket, mailedAt), seen: seenTimes }] : []),
          ],
          mail && mailedAt ? [mail] : [],
        )
        return true
      }),

    find,

    async findByTokenHash(tokenHash) {
      const token = await documents.get<{ number: string }>(tokenKey(tokenHash))
      return token && find(token.body.number)
    },

    change: (number, apply, mailAbout) =>
      documents.retryConflicts(async () => {
        const seen = await read(number)
        if (!seen) return null
        const after = apply(seen.body)
        if (after === seen.body) return after
        const mail = mailAbout?.(after)
        await documents.commit([{ put: ticketDocument(after), seen }], mail ? [mail] : [])
        return after
      }),

    async listOf(email) {
      const found = await Promise.all((await numbersOf(email)).map(find))
      return found.filter((ticket) => ticket !== null)
    },

    async eraseOf(email, erase) {
      const numbers = await numbersOf(email)
      const results: string[] = []
      for (const number of numbers) results.push(await eraseOne(number, email, erase))
      // The mail times contain the address, so they are deleted when no ticket of the address is
      // left. While a ticket is left, the mail about that ticket still counts for the limit.
      if (!results.includes('unchanged')) await documents.erase([mailTimesKey(email)])
    },

    async list(list, { limit, after }) {
      const range = list === 'due' ? { above: after } : { below: after, isFalling: true }
      const page = await documents.listByPlace<TicketRecord>(LISTS[list], { ...range, limit })
      return page.map(({ body }) => body)
    },

    countNotClosed: () => documents.count(LISTS.due),
  }
}

/**
 * The times of the mails that still count, with that of one more mail. Null when the address has
 * had as many mails as it may get.
 */
function mailTimesWith(
  earlier: readonly string[],
  mailedAt: string,
  { max, since }: MailLimit,
): readonly string[] | null {
  const counted = earlier.filter((time) => time > since.toISOString())
  return counted.length < max ? [...counted, mailedAt] : null
}

const LISTS: Record<TicketList, string> = { due: 'tickets-due', closed: 'tickets-closed' }

function ticketKey(number: string) {
  return { pk: `ticket#${number}`, sk: 'ticket' }
}

function tokenKey(tokenHash: string) {
  return { pk: `ticket-token#${tokenHash}`, sk: 'token' }
}

function addressPk(email: string) {
  return `ticket-address#${email}`
}

/** The key of a document without fields, by which the tickets of an address are found. */
function addressKey(email: string, number: string) {
  return { pk: addressPk(email), sk: number }
}

function mailTimesKey(email: string) {
  return { pk: `ticket-mails#${email}`, sk: 'mails' }
}

function ticketDocument(ticket: TicketRecord): NewDocument {
  const { list, place } = placeOf(ticket)
  return { key: ticketKey(ticket.number), body: ticket, place: { list: LISTS[list], place } }
}

function mailTimesDocument({ email, createdAt }: TicketRecord, mailedAt: readonly string[]): NewDocument {
  const expiresAt = new Date(Date.parse(createdAt) + MAIL_TIMES_LIFETIME_MS)
  return { key: mailTimesKey(email), body: { mailedAt }, expiresAt }
}
