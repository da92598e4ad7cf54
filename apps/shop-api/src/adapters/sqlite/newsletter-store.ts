import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { NewsletterStore, Subscriber } from '../../newsletter/newsletter-store.ts'

/** `mails` must write to the same database, so that a subscription and its mail are stored together. */
export function createSqliteNewsletterStore(
  database: Database,
  mails: Pick<SqliteOutbox, 'add'>,
): NewsletterStore {
  const select = database.prepare<Subscriber>(
    'SELECT email, name, status FROM newsletterSubscribers WHERE email = ?',
  )
  const pruneSubscribers = database.prepare(`
    DELETE FROM newsletterSubscribers WHERE status = 'pending' AND askedAt < @before
  `)
  // A link that was used to confirm is not pruned, so that it can always unsubscribe.
  const pruneLinks = database.prepare(`
    DELETE FROM newsletterLinks WHERE email = @email AND mailedAt < @before AND confirmedAt IS NULL
  `)
  // Anyone can enter an address again, so the name of a confirmed subscriber is not overwritten.
  const upsert = database.prepare(`
    INSERT INTO newsletterSubscribers (email, name, status, askedAt) VALUES (@email, @name, 'pending', @askedAt)
    ON CONFLICT (email) DO UPDATE SET askedAt = @askedAt, name = iif(status = 'confirmed', name, @name)
  `)
  const countMails = database.prepare<{ mails: number }>(`
    SELECT count(*) AS mails FROM newsletterLinks WHERE email = @email AND mailedAt > @since
  `)
  const insertLink = database.prepare(`
    INSERT INTO newsletterLinks (tokenHash, email, mailedAt) VALUES (@tokenHash, @email, @mailedAt)
  `)
  const markLinkUsed = database.prepare(`
    UPDATE newsletterLinks SET confirmedAt = @at WHERE tokenHash = @tokenHash AND mailedAt > @mailedAfter
  `)
  const setStatus = database.prepare(`
    UPDATE newsletterSubscribers SET status = @status
    WHERE email = (SELECT email FROM newsletterLinks WHERE tokenHash = @tokenHash)
  `)

  const selectLinks = database.prepare<{ tokenHash: string }>(
    'SELECT tokenHash FROM newsletterLinks WHERE email = ?',
  )
  // Deletes the subscriber's links too, by ON DELETE CASCADE.
  const remove = database.prepare('DELETE FROM newsletterSubscribers WHERE email = ?')

  const find = (email: string) => select.get(email) ?? null

  return {
    async subscribe({ email, name, mail, tokenHash, at, mailLimit, pruneBefore }) {
      const askedAt = at.toISOString()
      const before = pruneBefore.toISOString()
      await database.write(() => {
        pruneSubscribers.run({ before })
        pruneLinks.run({ email, before })
        upsert.run({ email, name, askedAt })
        if (find(email)?.status === 'confirmed') return
        const mailsSent = countMails.get({ email, since: mailLimit.since.toISOString() })?.mails ?? 0
        if (mailsSent >= mailLimit.max) return
        insertLink.run({ tokenHash, email, mailedAt: askedAt })
        mails.add(mail)
      })
    },
    async confirm(tokenHash, { mailedAfter, at }) {
      const usedLink = { tokenHash, mailedAfter: mailedAfter.toISOString(), at: at.toISOString() }
      return database.write(() => {
        if (markLinkUsed.run(usedLink).changes === 0) return false
        setStatus.run({ tokenHash, status: 'confirmed' })
        return true
      })
    },
    async unsubscribe(tokenHash) {
      return database.write(() => setStatus.run({ tokenHash, status: 'unsubscribed' }).changes > 0)
    },
    async listLinks(email) {
      return selectLinks.all(email).map(({ tokenHash }) => tokenHash)
    },
    async erase(email) {
      await database.write(() => remove.run(email))
    },
    async find(email) {
      return find(email)
    },
  }
}
