import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import type { NewsletterStore, Subscriber } from '../../newsletter/newsletter-store.ts'

/** `mails` must write to the same database, so that a subscription and its mail are kept together. */
export function createSqliteNewsletterStore(
  { connection, write }: Database,
  mails: Pick<SqliteOutbox, 'add'>,
): NewsletterStore {
  const select = connection.prepare('SELECT email, name, status FROM newsletterSubscribers WHERE email = ?')
  const forget = connection.prepare(`
    DELETE FROM newsletterSubscribers WHERE status = 'pending' AND askedAt < @before
  `)
  const forgetLinks = connection.prepare(`
    DELETE FROM newsletterLinks WHERE email = @email AND mailedAt < @before AND confirmedAt IS NULL
  `)
  const keep = connection.prepare(`
    INSERT INTO newsletterSubscribers (email, name, status, askedAt) VALUES (@email, @name, 'pending', @at)
    ON CONFLICT (email) DO UPDATE SET askedAt = @at, name = iif(status = 'confirmed', name, @name)
  `)
  const countMails = connection.prepare(`
    SELECT count(*) AS mails FROM newsletterLinks WHERE email = @email AND mailedAt > @since
  `)
  const addLink = connection.prepare(`
    INSERT INTO newsletterLinks (tokenHash, email, mailedAt) VALUES (@tokenHash, @email, @at)
  `)
  const useLink = connection.prepare(`
    UPDATE newsletterLinks SET confirmedAt = @at WHERE tokenHash = @tokenHash AND mailedAt > @mailedAfter
  `)
  const setStatus = connection.prepare(`
    UPDATE newsletterSubscribers SET status = @status
    WHERE email = (SELECT email FROM newsletterLinks WHERE tokenHash = @tokenHash)
  `)

  const find = (email: string) => (select.get(email) as Subscriber | undefined) ?? null

  return {
    async subscribe({ email, name, mail, tokenHash, at, mailLimit, forgetBefore }) {
      const now = at.toISOString()
      const before = forgetBefore.toISOString()
      await write(() => {
        forget.run({ before })
        forgetLinks.run({ email, before })
        keep.run({ email, name, at: now })
        if (find(email)?.status === 'confirmed') return
        const { mails: sent } = countMails.get({ email, since: mailLimit.since.toISOString() }) as {
          mails: number
        }
        if (sent >= mailLimit.max) return
        addLink.run({ tokenHash, email, at: now })
        mails.add(mail)
      })
    },
    async confirm(tokenHash, { mailedAfter, at }) {
      const use = { tokenHash, mailedAfter: mailedAfter.toISOString(), at: at.toISOString() }
      return write(() => {
        if (useLink.run(use).changes === 0) return false
        setStatus.run({ tokenHash, status: 'confirmed' })
        return true
      })
    },
    async unsubscribe(tokenHash) {
      return write(() => setStatus.run({ tokenHash, status: 'unsubscribed' }).changes > 0)
    },
    async find(email) {
      return find(email)
    },
  }
}
