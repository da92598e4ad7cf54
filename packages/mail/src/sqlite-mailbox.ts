import type { SQLOutputValue } from 'node:sqlite'
import { openDatabase } from '@nashta/sqlite/database'
import { type KeptLetter, writeLetter } from './letters.ts'
import type { Mailbox, MailboxMessage } from './mailbox.ts'

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

/** Mails used to be kept written out: those are letters that are written already. */
const letters = {
  id: 2,
  name: 'letters',
  sql: `
    ALTER TABLE messages ADD COLUMN kind TEXT NOT NULL DEFAULT 'written';
    ALTER TABLE messages ADD COLUMN data TEXT NOT NULL DEFAULT '';
    UPDATE messages SET data = json_object('subject', subject, 'text', text, 'html', html);
    ALTER TABLE messages DROP COLUMN subject;
    ALTER TABLE messages DROP COLUMN text;
    ALTER TABLE messages DROP COLUMN html;
  `,
}

export const MAILBOX_MIGRATIONS = [messages, letters]

const CAPACITY = 1000
/** A crowd of mails shares one commit. */
const CONCURRENCY = 256

export type MailboxOptions = { path: string; now: () => Date; capacity?: number }

/**
 * Keeps the newest mails in a file of its own, so that they are still there after a restart. As letters: far more
 * are kept than anybody reads.
 */
export function openSqliteMailbox({ path, now, capacity = CAPACITY }: MailboxOptions): Mailbox {
  const { connection, write, close } = openDatabase({ path, migrations: MAILBOX_MIGRATIONS, now })
  // A tenth too many is nothing to somebody who looks into it, and much less work.
  const pruneEvery = Math.max(1, Math.floor(capacity / 10))
  const insert = connection.prepare(`
    INSERT INTO messages (messageId, recipient, sentAt, kind, data)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (messageId) DO NOTHING
  `)
  const prune = connection.prepare(
    'DELETE FROM messages WHERE id <= (SELECT max(id) FROM messages) - @capacity',
  )
  const selectAll = connection.prepare('SELECT * FROM messages ORDER BY id DESC')
  const selectTo = connection.prepare('SELECT * FROM messages WHERE recipient = @to ORDER BY id DESC')
  const selectOne = connection.prepare('SELECT * FROM messages WHERE id = @id')

  return {
    concurrency: CONCURRENCY,
    async send({ to, letter: { kind, data }, messageId }) {
      await write(() => {
        const { lastInsertRowid: id } = insert.run(messageId, to, now().toISOString(), kind, data)
        if (Number(id) % pruneEvery === 0) prune.run({ capacity })
      })
    },
    async list(to) {
      const rows = to === undefined ? selectAll.all() : selectTo.all({ to })
      return rows.map(fromRow)
    },
    async find(id) {
      const row = selectOne.get({ id })
      return row ? fromRow(row) : null
    },
    close,
  }
}

type MessageRow = Record<'recipient' | 'data' | 'sentAt', string> & { id: number; kind: KeptLetter['kind'] }

function fromRow(row: Record<string, SQLOutputValue>): MailboxMessage {
  const { id, recipient, kind, data, sentAt } = row as MessageRow
  const { subject, text, html } = writeLetter({ kind, data })
  return { id: String(id), to: recipient, subject, text, html, sentAt }
}
