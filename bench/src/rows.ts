import type { Row } from './row.ts'
import { cartRows } from './rows/cart-rows.ts'
import { cloudRows } from './rows/cloud-rows.ts'
import { connectionRows } from './rows/connection-rows.ts'
import { deskRows } from './rows/desk-rows.ts'
import { largeCatalogueRows } from './rows/large-catalogue-rows.ts'
import { orderRows } from './rows/order-rows.ts'
import { purchaseRows } from './rows/purchase-rows.ts'
import { searchRows } from './rows/search-rows.ts'
import { startRows } from './rows/start-rows.ts'
import { storeRows } from './rows/store-rows.ts'

export const ROWS: Row[] = [
  ...storeRows,
  ...cartRows,
  ...purchaseRows,
  ...largeCatalogueRows,
  ...searchRows,
  ...orderRows,
  ...deskRows,
  ...connectionRows,
  ...startRows,
  ...cloudRows,
]
