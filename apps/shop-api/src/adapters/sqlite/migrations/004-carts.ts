import type { Migration } from '@nashta/sqlite/migrate'

export const carts: Migration = {
  id: 4,
  name: 'carts',
  sql: `
    CREATE TABLE carts (
      userId TEXT PRIMARY KEY,
      lines TEXT NOT NULL,
      version INTEGER NOT NULL,
      createdAt TEXT NOT NULL,
      updatedAt TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE cartOperations (
      userId TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      createdAt TEXT NOT NULL,
      PRIMARY KEY (userId, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cartOperationsByAge ON cartOperations (createdAt);
  `,
}
