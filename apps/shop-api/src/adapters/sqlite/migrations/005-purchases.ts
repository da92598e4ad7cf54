import type { Migration } from '@nashta/sqlite/migrate'

export const purchases: Migration = {
  id: 5,
  name: 'purchases',
  sql: `
    CREATE TABLE orders (
      purchaseId TEXT PRIMARY KEY,
      userId TEXT NOT NULL,
      email TEXT,
      state TEXT NOT NULL CHECK (state IN ('charging', 'pending', 'placed', 'declined')),
      orderStatus TEXT NOT NULL,
      deliveryStatus TEXT NOT NULL,
      transactionId TEXT NOT NULL,
      refusal TEXT NOT NULL,
      lines TEXT NOT NULL,
      totalItems INTEGER NOT NULL CHECK (totalItems > 0),
      shippingFeePaise INTEGER NOT NULL CHECK (shippingFeePaise >= 0),
      totalPaise INTEGER NOT NULL CHECK (totalPaise >= 0),
      payment TEXT NOT NULL,
      shippingAddress TEXT NOT NULL,
      purchaseDate TEXT NOT NULL,
      estimatedDelivery TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ordersByUser ON orders (userId, purchaseId) WHERE state IN ('pending', 'placed');
    CREATE INDEX ordersUnsettled ON orders (purchaseDate) WHERE state IN ('charging', 'pending');

    CREATE TABLE purchaseAttempts (
      userId TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      purchaseId TEXT NOT NULL REFERENCES orders (purchaseId) ON DELETE CASCADE,
      createdAt TEXT NOT NULL,
      cartVersionBefore INTEGER,
      cartVersionAfter INTEGER,
      PRIMARY KEY (userId, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attemptsByOrder ON purchaseAttempts (purchaseId);
    CREATE INDEX attemptsByContent ON purchaseAttempts (userId, fingerprint) WHERE cartVersionBefore IS NOT NULL;

    CREATE TABLE simulatedCharges (
      key TEXT PRIMARY KEY,
      amountPaise INTEGER NOT NULL,
      transactionId TEXT NOT NULL,
      declined TEXT,
      settlesAt TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
