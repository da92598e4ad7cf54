import type { SQLOutputValue } from 'node:sqlite'
import type { Database } from '@nashta/sqlite/database'
import { keepLetter, type KeptLetter } from './letters.ts'
import { type MailSeal, NO_SEAL } from './mail-seal.ts'
import { assertSafeAddress, messageIdOf } from './mail.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { ClaimedMail, OutboxStore } from './outbox-store.ts'

export const OUTBOX_SQL = `
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    dedupKey TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given up')),
    failures INTEGER NOT NULL,
    addedAt TEXT NOT NULL,
    dueAt TEXT NOT NULL,
    doneAt TEXT,
    recipient TEXT,
    subject TEXT,
    text TEXT,
    html TEXT
  ) STRICT;

  CREATE INDEX outboxDue ON outbox (dueAt, id) WHERE state = 'waiting';
`

/** Mails used to be written out before they waited: those that still do are letters that are written already. */
export const OUTBOX_LETTERS_SQL = `
  ALTER TABLE outbox ADD COLUMN data TEXT;
  UPDATE outbox
    SET kind = 'written', data = json_object('subject', subject, 'text', text, 'html', html)
    WHERE state <> 'sent';
  ALTER TABLE outbox DROP COLUMN subject;
  ALTER TABLE outbox DROP COLUMN text;
  ALTER TABLE outbox DROP COLUMN html;
`

export type SqliteOutbox = OutboxStore & {
  /**
   * Only inside `database.write`: the entry is kept or lost together with what it announces. An entry whose
   * `dedupKey` is known changes nothing.
   */
  add(entry: OutboxEntry): void
}

/**
 * Claims are held in memory: one process has the data folder to itself, and when it dies its successor need
 * not wait for a lease that nobody holds. Mails with secrets are sealed until they leave.
 */
export function createSqliteOutbox(
  { connection, write }: Database,
  now: () => Date,
  { seal, open }: MailSeal = NO_SEAL,
): SqliteOutbox {
  const insert = connection.prepare(`
    INSERT INTO outbox (dedupKey, kind, state, failures, addedAt, dueAt, recipient, data)
    VALUES (?, ?, 'waiting', 0, ?4, ?4, ?3, ?5)
    ON CONFLICT (dedupKey) DO NOTHING
  `)
  const selectDue = connection.prepare(`
    SELECT id, dedupKey, kind, failures, addedAt, recipient, data FROM outbox
    WHERE state = 'waiting' AND dueAt <= @now ORDER BY dueAt, id LIMIT @limit
  `)
  const sent = connection.prepare(`
    UPDATE outbox SET state = 'sent', doneAt = @at, recipient = NULL, data = NULL WHERE id = @id
  `)
  const failed = connection.prepare(`
    UPDATE outbox SET failures = failures + 1, dueAt = @nextTry WHERE id = @id AND state = 'waiting'
  `)
  const gaveUp = connection.prepare(`
    UPDATE outbox SET state = 'given up', doneAt = @at WHERE id = @id AND state = 'waiting'
  `)
  const countWaiting = connection.prepare(`
    SELECT count(*) AS waiting, min(dueAt) AS nextDue FROM outbox WHERE state = 'waiting'
  `)

  const claims = new Map<string, Date>()
  const listeners = new Set<() => void>()

  async function settle(id: string, change: () => void) {
    await write(change)
    claims.delete(id)
  }

  return {
    add({ dedupKey, to, letter }) {
      if (!connection.isTransaction) throw new Error('A mail is added inside the write that it announces')
      assertSafeAddress(to)
      const { kind, data } = keepLetter(letter)
      insert.run(dedupKey, kind, to, now().toISOString(), seal(data, dedupKey))
      for (const listener of listeners) listener()
    },
    async claim({ limit, now, leaseUntil }) {
      for (const [id, until] of claims) if (until <= now) claims.delete(id)
      const due = selectDue
        .all({ now: now.toISOString(), limit: limit + claims.size })
        .filter(({ id }) => !claims.has(String(id)))
        .slice(0, limit)
        .map((row) => fromRow(row, open))
      for (const { id } of due) claims.set(id, leaseUntil)
      return due
    },
    markSent: (id, at) => settle(id, () => sent.run({ id, at: at.toISOString() })),
    markFailed: (id, nextTry) => settle(id, () => failed.run({ id, nextTry: nextTry.toISOString() })),
    giveUp: (id, at) => settle(id, () => gaveUp.run({ id, at: at.toISOString() })),
    async backlog() {
      const { waiting, nextDue } = countWaiting.get() as { waiting: number; nextDue: string | null }
      return { waiting, nextDue: nextDue === null ? null : new Date(nextDue) }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

type DueRow = Record<'dedupKey' | 'addedAt' | 'recipient' | 'data', string> & {
  kind: KeptLetter['kind']
  id: number
  failures: number
}

function fromRow(row: Record<string, SQLOutputValue>, open: MailSeal['open']): ClaimedMail {
  const { id, dedupKey, kind, failures, addedAt, recipient, data } = row as DueRow
  return {
    id: String(id),
    to: recipient,
    letter: { kind, data: open(data, dedupKey) },
    messageId: messageIdOf(dedupKey),
    addedAt: new Date(addedAt),
    failures,
  }
}
