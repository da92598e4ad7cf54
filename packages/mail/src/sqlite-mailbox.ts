import { openDatabase } from '@nashta/sqlite/database'
import { type MailTransport, messageIdOf } from './mail.ts'
import { renderContent } from './render-content.ts'
import type { MailContent } from './templates/layout.ts'

export type MailboxMessage = Omit<MailContent, 'senderName'> & { id: string; to: string; sentAt: string }

/** The transport of a store without a mail server. It only stores mails, for the operator. */
export interface Mailbox extends MailTransport {
  /** All mails, or those to one address, newest first. Upper and lower case of the address do not matter. */
  list(to?: string): Promise<MailboxMessage[]>

  /** Null when the message does not exist or was pruned. */
  find(id: string): Promise<MailboxMessage | null>
}

const messagesMigration = {
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

/** Earlier mails were stored as they were rendered. `renderContent` leaves them as they are. */
const contentMigration = {
  id: 2,
  name: 'content',
  sql: `
    ALTER TABLE messages ADD COLUMN content TEXT NOT NULL DEFAULT '';
    UPDATE messages
      SET content = json_object('senderName', '', 'subject', subject, 'text', text, 'html', html);
    ALTER TABLE messages DROP COLUMN subject;
    ALTER TABLE messages DROP COLUMN text;
    ALTER TABLE messages DROP COLUMN html;
  `,
}

export const MAILBOX_MIGRATIONS = [messagesMigration, contentMigration]

const CAPACITY = 1000
/** High, because mails that are sent at once share one commit. */
const CONCURRENCY = 256

export type MailboxOptions = { path: string; now: () => Date; capacity?: number }

/** Stores the newest mails in a database file, so that they survive a restart. */
export function openSqliteMailbox({ path, now, capacity = CAPACITY }: MailboxOptions): Mailbox {
  const { prepare, write, emptyWriteAheadLog, close } = openDatabase({
    path,
    migrations: MAILBOX_MIGRATIONS,
    now,
  })
  const insert = prepare(`
    INSERT INTO messages (messageId, recipient, sentAt, content)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (messageId) DO NOTHING
  `)
  const prune = prepare('DELETE FROM messages WHERE id <= ?')
  const remove = prepare('DELETE FROM messages WHERE messageId = ?')
  const removeTo = prepare('DELETE FROM messages WHERE recipient = ?')
  const selectAll = prepare<MessageRow>('SELECT * FROM messages ORDER BY id DESC')
  const selectTo = prepare<MessageRow>('SELECT * FROM messages WHERE recipient = ? ORDER BY id DESC')
  const selectOne = prepare<MessageRow>('SELECT * FROM messages WHERE id = ?')

  return {
    concurrency: CONCURRENCY,
    async send({ to, content, messageId }) {
      await write(() => {
        const { lastInsertRowid } = insert.run(messageId, to, now().toISOString(), JSON.stringify(content))
        // Each new mail deletes an old one, because SQLite can then reuse the space of the old mail
        // before it writes to disk. Deleting many at once would write that space twice.
        prune.run(lastInsertRowid - capacity)
      })
    },
    async eraseMails(keys, addresses) {
      await write(() => {
        for (const key of keys) remove.run(messageIdOf(key))
        for (const address of addresses) removeTo.run(address)
      })
      // The write-ahead log still holds the erased mails.
      emptyWriteAheadLog()
    },
    async list(to) {
      const rows = to === undefined ? selectAll.all() : selectTo.all(to)
      return rows.map(toMessage)
    },
    async find(id) {
      const row = selectOne.get(id)
      return row ? toMessage(row) : null
    },
    close,
  }
}

type MessageRow = Record<'recipient' | 'content' | 'sentAt', string> & { id: number }

function toMessage({ id, recipient, content, sentAt }: MessageRow): MailboxMessage {
  // `send` or the migration wrote the content.
  const { subject, text, html } = renderContent(JSON.parse(content))
  return { id: String(id), to: recipient, subject, text, html, sentAt }
}
