import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { cashConfirmationSuite } from './cash-confirmation.suite.ts'
import { claimsSuite } from './claims.suite.ts'
import { demoSnacksSuite } from './demo-snacks.suite.ts'
import { guestOrdersSuite } from './guest-orders.suite.ts'
import { helpPicturesSuite } from './help-pictures.suite.ts'
import { orderHelpSuite } from './order-help.suite.ts'
import { orderLinkSuite } from './order-link.suite.ts'
import { orderPushSuite } from './order-push.suite.ts'
import { orderRoutesSuite } from './order-routes.suite.ts'
import { purchaseRoutesSuite } from './purchase-routes.suite.ts'
import { unpaidOrdersSuite } from './unpaid-orders.suite.ts'

describe('purchase routes on SQLite', () => {
  purchaseRoutesSuite(openTestShop, { ordersAtOnce: 1000 })
})

describe('order routes on SQLite', () => {
  orderRoutesSuite(openTestShop)
})

describe('order links on SQLite', () => {
  orderLinkSuite(openTestShop)
})

describe('push messages about orders on SQLite', () => {
  orderPushSuite(openTestShop)
})

describe('guest orders on SQLite', () => {
  guestOrdersSuite(openTestShop)
})

describe('help with orders on SQLite', () => {
  orderHelpSuite(openTestShop)
})

describe('pictures of requests for help on SQLite', () => {
  helpPicturesSuite(openTestShop)
})

describe('claimed and seen payments on SQLite', () => {
  claimsSuite(openTestShop)
})

describe('first orders with cash on SQLite', () => {
  cashConfirmationSuite(openTestShop)
})

describe('demo snacks on SQLite', () => {
  demoSnacksSuite(openTestShop)
})

describe('unpaid orders on SQLite', () => {
  unpaidOrdersSuite(openTestShop)
})
