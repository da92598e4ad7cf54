import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { TicketStore } from '../../tickets/ticket-store.ts'
import { placeOf, type TicketRecord } from '../../tickets/ticket.ts'

/**
 * - `email` is empty when the ticket has no e-mail address.
 * - `mailedAt` is the time of the mail about the new ticket. It is NULL without an address, or when
 *   too many mails were sent to the address.
 * - `list` is the list that the ticket is in, `place` its place there (see `placeOf`).
 */
export const TICKETS_SQL = `
  CREATE TABLE tickets (
    number TEXT PRIMARY KEY,
    tokenHash TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    mailedAt TEXT,
    list TEXT NOT NULL,
    place TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ticketsByPlace ON tickets (list, place);
  CREATE INDEX ticketsOfAddress ON tickets (email, mailedAt);
`

/** `record` is the whole ticket as JSON. The other columns serve only to find and sort tickets. */
export type TicketRow = { record: string }

/** `mails` must write to the same database, so that a ticket and its mail are stored together. */
export function createSqliteTicketStore(
  { prepare, write }: Database,
  mails: Pick<SqliteOutbox, 'add'>,
): TicketStore {
  const insert = prepare(`
    INSERT INTO tickets (number, tokenHash, email, mailedAt, list, place, record)
    VALUES (@number, @tokenHash, @email, @mailedAt, @list, @place, @record)
    ON CONFLICT (number) DO NOTHING
  `)
  const countMails = prepare<{ mails: number }>(
    'SELECT count(*) AS mails FROM tickets WHERE email = @email AND mailedAt > @since',
  )
  const select = prepare<TicketRow>('SELECT record FROM tickets WHERE number = ?')
  const selectByToken = prepare<TicketRow>('SELECT record FROM tickets WHERE tokenHash = ?')
  const update = prepare(`
    UPDATE tickets SET list = @list, place = @place, record = @record WHERE number = @number
  `)
  const selectByEmail = prepare<TicketRow>('SELECT record FROM tickets WHERE email = ?')
  const updateErased = prepare(`
    UPDATE tickets SET tokenHash = @tokenHash, email = @email, mailedAt = NULL, list = @list, place = @place,
      record = @record
    WHERE number = @number
  `)
  const selectPage = {
    due: prepare<TicketRow>(`
      SELECT record FROM tickets WHERE list = 'due' AND (?1 IS NULL OR place > ?1) ORDER BY place LIMIT ?2
    `),
    closed: prepare<TicketRow>(`
      SELECT record FROM tickets WHERE list = 'closed' AND (?1 IS NULL OR place < ?1) ORDER BY place DESC LIMIT ?2
    `),
  }

  const countNotClosed = prepare<{ notClosed: number }>(
    "SELECT count(*) AS notClosed FROM tickets WHERE list = 'due'",
  )

  const find = (number: string) => parseIfFound(select.get(number))
  const listOf = (email: string) => selectByEmail.all(email).map(parseTicket)

  return {
    create: ({ ticket, mail, mailLimit: { max, since } }) =>
      write(() => {
        const { number, tokenHash, email, createdAt } = ticket
        const mailsSent = countMails.get({ email, since: since.toISOString() })?.mails ?? 0
        const mailToSend = mailsSent < max ? mail : null
        const { changes } = insert.run({
          number,
          tokenHash,
          email,
          mailedAt: mailToSend ? createdAt : null,
          ...placeOf(ticket),
          record: JSON.stringify(ticket),
        })
        if (changes === 0) return false
        if (mailToSend) mails.add(mailToSend)
        return true
      }),

    find: async (number) => find(number),

    async findByTokenHash(tokenHash) {
      return parseIfFound(selectByToken.get(tokenHash))
    },

    change: (number, apply, mailAbout) =>
      write(() => {
        const before = find(number)
        if (!before) return null
        const after = apply(before)
        if (after === before) return before
        const record = JSON.stringify(after)
        update.run({ number, ...placeOf(after), record })
        const mail = mailAbout?.(after)
        if (mail) mails.add(mail)
        return after
      }),

    listOf: async (email) => listOf(email),

    eraseOf: (emailBefore, erase) =>
      write(() => {
        for (const before of listOf(emailBefore)) {
          const after = erase(before)
          if (after === before) continue
          const { number, tokenHash, email } = after
          updateErased.run({ number, tokenHash, email, ...placeOf(after), record: JSON.stringify(after) })
        }
      }),

    async list(list, { limit, after }) {
      return selectPage[list].all(after ?? null, limit).map(parseTicket)
    },

    countNotClosed: async () => countNotClosed.get()?.notClosed ?? 0,
  }
}

function parseIfFound(row: TicketRow | undefined): TicketRecord | null {
  return row ? parseTicket(row) : null
}

function parseTicket({ record }: TicketRow): TicketRecord {
  return JSON.parse(record)
}
