import { openDatabase } from '@nashta/sqlite/database'
import type { Mail, MailTransport } from './mail.ts'

export type MailboxMessage = Mail & { id: string; sentAt: string }

/** The transport without a mail server: mails are stored for the operator to read, and sent nowhere. */
export interface Mailbox extends MailTransport {
  /** Newest first; all, or those to one address, whose case does not matter. */
  list(to?: string): Promise<MailboxMessage[]>

  /** Null when the message does not exist or was pruned. */
  find(id: string): Promise<MailboxMessage | null>
}

const messages = {
  id: 1,
  name: 'messages',
  sql: `
    CREATE TABLE messages (
      id INTEGER PRIMARY KEY,
      messageId TEXT NOT NULL UNIQUE,
      recipient TEXT NOT NULL COLLATE NOCASE,
      sentAt TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT NOT NULL
    ) STRICT;
  `,
}

const CAPACITY = 1000
/** Mails that are sent at once share one commit. */
const CONCURRENCY = 256

export type MailboxOptions = { path: string; now: () => Date; capacity?: number }

/** Stores the newest mails in a file of its own, so that they survive a restart. */
export function openSqliteMailbox({ path, now, capacity = CAPACITY }: MailboxOptions): Mailbox {
  const { connection, write, close } = openDatabase({ path, migrations: [messages], now })
  // Pruning now and then is much less work, and a tenth too many does no harm.
  const pruneEvery = Math.max(1, Math.floor(capacity / 10))
  const insert = connection.prepare(`
    INSERT INTO messages (messageId, recipient, sentAt, subject, text, html)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (messageId) DO NOTHING
  `)
  const prune = connection.prepare('DELETE FROM messages WHERE id <= (SELECT max(id) FROM messages) - ?')
  const selectAll = connection.prepare('SELECT * FROM messages ORDER BY id DESC')
  const selectTo = connection.prepare('SELECT * FROM messages WHERE recipient = ? ORDER BY id DESC')
  const selectOne = connection.prepare('SELECT * FROM messages WHERE id = ?')

  return {
    concurrency: CONCURRENCY,
    async send({ to, subject, text, html, messageId }) {
      await write(() => {
        const { lastInsertRowid } = insert.run(messageId, to, now().toISOString(), subject, text, html)
        if (Number(lastInsertRowid) % pruneEvery === 0) prune.run(capacity)
      })
    },
    async list(to) {
      const rows = to === undefined ? selectAll.all() : selectTo.all(to)
      return rows.map((row) => toMessage(row as MessageRow))
    },
    async find(id) {
      const row = selectOne.get(id) as MessageRow | undefined
      return row ? toMessage(row) : null
    },
    close,
  }
}

type MessageRow = Record<'recipient' | 'subject' | 'text' | 'html' | 'sentAt', string> & { id: number }

function toMessage({ id, recipient, subject, text, html, sentAt }: MessageRow): MailboxMessage {
  return { id: String(id), to: recipient, subject, text, html, sentAt }
}
