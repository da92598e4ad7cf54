import type { Migration } from '@nashta/sqlite/migrate'

export const attempts: Migration = {
  id: 3,
  name: 'attempts',
  sql: `
    CREATE TABLE attempts (
      id INTEGER PRIMARY KEY,
      subject TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX attemptsOfSubject ON attempts (subject, kind, at);
    CREATE INDEX attemptsByAge ON attempts (at);

    CREATE TABLE lockOuts (
      subject TEXT PRIMARY KEY,
      failures INTEGER NOT NULL,
      lockedUntil TEXT NOT NULL,
      lastAt TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX lockOutsByAge ON lockOuts (lastAt);
  `,
}
