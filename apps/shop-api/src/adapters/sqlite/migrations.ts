import type { Migration } from '@nashta/sqlite/migrate'
import { products } from './migrations/001-products.ts'

/** In the order they are applied; a released one is never changed. */
export const shopMigrations: readonly Migration[] = [products]
