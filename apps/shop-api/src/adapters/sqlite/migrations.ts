import { OUTBOX_SQL } from '@nashta/outbox/sqlite-outbox'
import type { Migration } from '@nashta/sqlite/migrate'
import { DOCUMENTS_MIGRATION_SQL, STORES_BEFORE_DOCUMENTS_SQL } from './documents-migration.ts'
import { LATER_RATES_SQL, PRODUCTS_SQL, RATINGS_OF_PRODUCTS_SQL } from './product-tables.ts'
import { STOCK_ENTRIES_SQL } from './stock-entries.ts'

const CARTS_SQL = `
  CREATE TABLE carts (
    userId TEXT PRIMARY KEY,
    lines TEXT NOT NULL,
    version INTEGER NOT NULL,
    automaticUpdates INTEGER NOT NULL,
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
`

/**
 * - `orders`: the columns `work`, `paymentState`, `method` and `isOpen` are derived from other
 *   columns, for indexes and filters. The columns from `attemptUserId` on describe the request that
 *   placed the order.
 * - `orders.work` is NULL only for an order that is not visible, such as a declined one. A
 *   delivered order has the work `delivered`. So an index with the condition `work IS NOT NULL` has
 *   all orders that operators see.
 * - `ordersByKey` finds the orders of an e-mail address, a network or an account.
 * - `bankReferences` has the bank's number of each payment that an operator has seen: one number
 *   belongs to one order.
 * - `orderTerms` finds orders by person, order number, product or Indian state.
 * - `orderHours` has the totals of each hour.
 */
const PURCHASES_SQL = `
  CREATE TABLE orders (
    purchaseId TEXT PRIMARY KEY,
    userId TEXT NOT NULL,
    email TEXT,
    isByMinor INTEGER NOT NULL CHECK (isByMinor IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('charging', 'pending', 'placed', 'declined')),
    orderStatus TEXT NOT NULL,
    deliveryStatus TEXT NOT NULL,
    transactionId TEXT NOT NULL,
    refusal TEXT NOT NULL,
    lines TEXT NOT NULL,
    taken TEXT NOT NULL,
    restored TEXT NOT NULL,
    totalItems INTEGER NOT NULL CHECK (totalItems > 0),
    shippingFeePaise INTEGER NOT NULL CHECK (shippingFeePaise >= 0),
    totalPaise INTEGER NOT NULL CHECK (totalPaise >= 0),
    payment TEXT NOT NULL,
    refunds TEXT NOT NULL,
    timeline TEXT NOT NULL,
    fulfilment TEXT NOT NULL,
    notes TEXT NOT NULL,
    work TEXT,
    paymentState TEXT NOT NULL,
    method TEXT NOT NULL,
    isOpen INTEGER NOT NULL CHECK (isOpen IN (0, 1)),
    shippingAddress TEXT NOT NULL,
    linkSecret TEXT NOT NULL,
    purchaseDate TEXT NOT NULL,
    deliveryTime TEXT NOT NULL,
    estimatedDelivery TEXT NOT NULL,
    attemptUserId TEXT,
    attemptKey TEXT,
    fingerprint TEXT,
    cartVersionBefore INTEGER,
    cartVersionAfter INTEGER
  ) STRICT;
  CREATE INDEX ordersByUser ON orders (userId, purchaseId);
  CREATE INDEX ordersOpen ON orders (purchaseDate) WHERE isOpen = 1;
  CREATE UNIQUE INDEX ordersByAttemptKey ON orders (attemptUserId, attemptKey) WHERE attemptKey IS NOT NULL;
  CREATE INDEX ordersByContent ON orders (userId, fingerprint, cartVersionBefore)
    WHERE cartVersionBefore IS NOT NULL;

  CREATE TABLE ordersByKey (
    key TEXT NOT NULL,
    purchaseId TEXT NOT NULL,
    PRIMARY KEY (key, purchaseId)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX keysOfOrder ON ordersByKey (purchaseId);

  CREATE TABLE bankReferences (
    reference TEXT PRIMARY KEY,
    purchaseId TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX ordersByWork ON orders (work, purchaseId) WHERE work IS NOT NULL;
  CREATE INDEX ordersByStatus ON orders (orderStatus, purchaseId) WHERE work IS NOT NULL;
  CREATE INDEX ordersByPayment ON orders (paymentState, purchaseId) WHERE work IS NOT NULL;

  CREATE TABLE orderTerms (
    term TEXT NOT NULL,
    purchaseId TEXT NOT NULL,
    PRIMARY KEY (term, purchaseId)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE orderHours (
    day TEXT NOT NULL,
    hour INTEGER NOT NULL,
    orders INTEGER NOT NULL,
    revenuePaise INTEGER NOT NULL,
    PRIMARY KEY (day, hour)
  ) STRICT, WITHOUT ROWID;
`

/** A migration is never changed after a release. */
export const shopMigrations: readonly Migration[] = [
  {
    id: 1,
    name: 'shop',
    sql: [PRODUCTS_SQL, CARTS_SQL, PURCHASES_SQL, STORES_BEFORE_DOCUMENTS_SQL, OUTBOX_SQL].join('\n'),
  },
  { id: 2, name: 'documents', sql: DOCUMENTS_MIGRATION_SQL },
  { id: 3, name: 'order details', sql: "ALTER TABLE orders ADD COLUMN details TEXT NOT NULL DEFAULT '{}'" },
  { id: 4, name: 'offers of orders', sql: 'ALTER TABLE orders ADD COLUMN offers TEXT' },
  { id: 5, name: 'history of stock', sql: STOCK_ENTRIES_SQL },
  {
    id: 6,
    name: 'changes of totals',
    sql: 'ALTER TABLE orderHours ADD COLUMN changes INTEGER NOT NULL DEFAULT 0',
  },
  { id: 7, name: 'ratings of products', sql: RATINGS_OF_PRODUCTS_SQL },
  { id: 8, name: 'later rates of GST', sql: LATER_RATES_SQL },
  { id: 9, name: 'edits of orders', sql: 'ALTER TABLE orders ADD COLUMN edits TEXT' },
]
