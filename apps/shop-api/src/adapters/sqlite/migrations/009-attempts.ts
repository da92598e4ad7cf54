import type { Migration } from '@nashta/sqlite/migrate'

/** An attempt leads to one order, and an order comes of one attempt: one row, written once. */
export const attempts: Migration = {
  id: 9,
  name: 'attempts',
  sql: `
    ALTER TABLE orders ADD COLUMN attemptKey TEXT;
    ALTER TABLE orders ADD COLUMN fingerprint TEXT;
    ALTER TABLE orders ADD COLUMN cartVersionBefore INTEGER;
    ALTER TABLE orders ADD COLUMN cartVersionAfter INTEGER;
    UPDATE orders
      SET attemptKey = CASE WHEN attempt.cartVersionBefore IS NULL THEN attempt.key END,
        fingerprint = attempt.fingerprint,
        cartVersionBefore = attempt.cartVersionBefore,
        cartVersionAfter = attempt.cartVersionAfter
      FROM purchaseAttempts AS attempt WHERE attempt.purchaseId = orders.purchaseId;
    DROP TABLE purchaseAttempts;

    CREATE UNIQUE INDEX ordersByAttemptKey ON orders (userId, attemptKey) WHERE attemptKey IS NOT NULL;
    CREATE INDEX ordersByContent ON orders (userId, fingerprint) WHERE cartVersionBefore IS NOT NULL;
  `,
}
