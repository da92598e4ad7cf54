import type { Migration } from '@nashta/sqlite/migrate'
import { products } from './migrations/001-products.ts'
import { catalogue } from './migrations/002-catalogue.ts'
import { outbox } from './migrations/003-outbox.ts'
import { carts } from './migrations/004-carts.ts'
import { purchases } from './migrations/005-purchases.ts'
import { newsletter } from './migrations/006-newsletter.ts'
import { attempts } from './migrations/009-attempts.ts'
import { stock } from './migrations/010-stock.ts'

/** In the order they are applied; a released one is never changed. */
export const shopMigrations: readonly Migration[] = [
  products,
  catalogue,
  outbox,
  carts,
  purchases,
  newsletter,
  attempts,
  stock,
]
