import type { Migration } from '@nashta/sqlite/migrate'

export const schema: Migration = {
  id: 1,
  name: 'schema',
  sql: `
    CREATE TABLE interactions (
      userId TEXT NOT NULL,
      at INTEGER NOT NULL,
      eventId TEXT NOT NULL,
      productId TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('view', 'cart', 'purchase')),
      quantity INTEGER NOT NULL,
      PRIMARY KEY (userId, at, eventId, productId)
    ) STRICT, WITHOUT ROWID;

    -- The latest quantity of each product, and the cart version that set it.
    CREATE TABLE carts (
      userId TEXT NOT NULL,
      productId TEXT NOT NULL,
      quantity INTEGER NOT NULL,
      version INTEGER NOT NULL,
      PRIMARY KEY (userId, productId)
    ) STRICT, WITHOUT ROWID;

    -- Late events of these users are ignored.
    CREATE TABLE deletedUsers (userHash TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

    -- The data version: one row, whose number grows with every change of the data that models are trained on.
    CREATE TABLE trainingData (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL
    ) STRICT;
    INSERT INTO trainingData VALUES (1, 0);

    -- The current model in one row, with the data version that it was trained on, as text.
    CREATE TABLE models (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      dataVersion TEXT NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;
  `,
}
