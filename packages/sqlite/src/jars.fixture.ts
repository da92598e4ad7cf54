/**
 * A migration for tests. A write with an unknown shelf fails only at the commit, because the
 * foreign key is deferred.
 */
export const jars = {
  id: 1,
  name: 'jars',
  sql: `
    CREATE TABLE shelves (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE jars (
      label TEXT PRIMARY KEY,
      sweets INTEGER NOT NULL CHECK (sweets >= 0),
      shelf INTEGER REFERENCES shelves (id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
  `,
}
