import type { Migration } from '@nashta/sqlite/migrate'

export const sessions: Migration = {
  id: 2,
  name: 'sessions',
  sql: `
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
      clientId TEXT NOT NULL,
      refreshHash TEXT NOT NULL UNIQUE,
      signedInAt TEXT NOT NULL,
      expiresAt TEXT NOT NULL,
      revoked INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessionsOfUser ON sessions (sub);
    CREATE INDEX sessionsByExpiry ON sessions (expiresAt);
  `,
}
