import type { Migration } from '@nashta/sqlite/migrate'
import { outbox } from './migrations/003-outbox.ts'
import { carts } from './migrations/004-carts.ts'
import { purchases } from './migrations/005-purchases.ts'
import { newsletter } from './migrations/006-newsletter.ts'
import { letters } from './migrations/007-letters.ts'
import { events } from './migrations/008-events.ts'
import { attempts } from './migrations/009-attempts.ts'
import { PRODUCTS_SQL } from './product-tables.ts'

/** In the order they are applied; a released one is never changed. */
export const shopMigrations: readonly Migration[] = [
  { id: 1, name: 'products', sql: PRODUCTS_SQL },
  outbox,
  carts,
  purchases,
  newsletter,
  letters,
  events,
  attempts,
]
