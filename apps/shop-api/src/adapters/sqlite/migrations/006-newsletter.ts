import type { Migration } from '@nashta/sqlite/migrate'

export const newsletter: Migration = {
  id: 6,
  name: 'newsletter',
  sql: `
      CREATE TABLE newsletterSubscribers (
        email TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'unsubscribed')),
        askedAt TEXT NOT NULL
      ) STRICT;
      CREATE INDEX newsletterPending ON newsletterSubscribers (askedAt) WHERE status = 'pending';

      CREATE TABLE newsletterLinks (
        tokenHash TEXT PRIMARY KEY,
        email TEXT NOT NULL REFERENCES newsletterSubscribers (email) ON DELETE CASCADE,
        mailedAt TEXT NOT NULL,
        confirmedAt TEXT
      ) STRICT;
      CREATE INDEX newsletterLinksByEmail ON newsletterLinks (email, mailedAt);
    `,
}
