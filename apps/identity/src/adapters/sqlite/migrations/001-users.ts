import type { Migration } from '@nashta/sqlite/migrate'

export const users: Migration = {
  id: 1,
  name: 'users',
  sql: `
    CREATE TABLE users (
      sub TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      foldedEmail TEXT NOT NULL UNIQUE,
      emailVerified INTEGER NOT NULL,
      pendingEmail TEXT,
      confirmed INTEGER NOT NULL,
      enabled INTEGER NOT NULL,
      passwordHash TEXT NOT NULL,
      termsVersion TEXT,
      attributes TEXT NOT NULL,
      createdAt TEXT NOT NULL
    ) STRICT;

    CREATE TABLE codes (
      sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
      purpose TEXT NOT NULL,
      hash TEXT NOT NULL,
      expiresAt TEXT NOT NULL,
      tries INTEGER NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (sub, purpose)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pretence (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL) STRICT;

    CREATE TABLE groups (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

    CREATE TABLE memberships (
      sub TEXT NOT NULL REFERENCES users (sub) ON DELETE CASCADE,
      groupName TEXT NOT NULL REFERENCES groups (name),
      PRIMARY KEY (sub, groupName)
    ) STRICT, WITHOUT ROWID;
  `,
}
