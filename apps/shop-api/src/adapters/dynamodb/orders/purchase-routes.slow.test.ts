import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { describe } from 'vitest'
import { bellSuite } from '../../../bell/bell.suite.ts'
import { deskPushSuite } from '../../../bell/desk-push.suite.ts'
import { importSuite } from '../../../catalogue/files/import.suite.ts'
import { searchWordsSuite } from '../../../catalogue/search-words/search-words.suite.ts'
import { shelvesSuite } from '../../../catalogue/shelves/shelf-routes.suite.ts'
import { stockSuite } from '../../../catalogue/stock/stock.suite.ts'
import { connectionsSuite } from '../../../connections/connection-routes.suite.ts'
import { courierCashSuite } from '../../../courier-cash/courier-cash.suite.ts'
import { customersSuite } from '../../../customers/customers.suite.ts'
import { exportsSuite } from '../../../exports/exports.suite.ts'
import { figuresSuite } from '../../../figures/figures.suite.ts'
import { batchesSuite } from '../../../orders/routes/batches.suite.ts'
import { billsSuite } from '../../../orders/routes/bills.suite.ts'
import { cashConfirmationSuite } from '../../../orders/routes/cash-confirmation.suite.ts'
import { claimsSuite } from '../../../orders/routes/claims.suite.ts'
import { dayBillsSuite } from '../../../orders/routes/day-bills.suite.ts'
import { demoSnacksSuite } from '../../../orders/routes/demo-snacks.suite.ts'
import { deskRoutesSuite } from '../../../orders/routes/desk-routes.suite.ts'
import { editsSuite } from '../../../orders/routes/edits.suite.ts'
import { guestOrdersSuite } from '../../../orders/routes/guest-orders.suite.ts'
import { helpPicturesSuite } from '../../../orders/routes/help-pictures.suite.ts'
import { offerAttacksSuite } from '../../../orders/routes/offer-attacks.suite.ts'
import { offersSuite } from '../../../orders/routes/offers.suite.ts'
import { orderHelpSuite } from '../../../orders/routes/order-help.suite.ts'
import { orderLinkSuite } from '../../../orders/routes/order-link.suite.ts'
import { orderMailsSuite } from '../../../orders/routes/order-mails.suite.ts'
import { orderPushSuite } from '../../../orders/routes/order-push.suite.ts'
import { orderRoutesSuite } from '../../../orders/routes/order-routes.suite.ts'
import { packingSuite } from '../../../orders/routes/packing.suite.ts'
import { parcelsSuite } from '../../../orders/routes/parcels.suite.ts'
import { payRestSuites } from '../../../orders/routes/pay-rest.suite.ts'
import { purchaseRoutesSuite } from '../../../orders/routes/purchase-routes.suite.ts'
import { replacementsSuite } from '../../../orders/routes/replacements.suite.ts'
import { takeOrderSuite } from '../../../orders/routes/take-order.suite.ts'
import { undeliveredSuite } from '../../../orders/routes/undelivered.suite.ts'
import { unpaidOrdersSuite } from '../../../orders/routes/unpaid-orders.suite.ts'
import { returnsSuite } from '../../../returns/returns.suite.ts'
import { homeSuite } from '../../../storefront/home.suite.ts'
import { menusSuite } from '../../../storefront/menus.suite.ts'
import { openDynamoTestShop } from '../dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('purchase routes on DynamoDB', () => {
  describe('placing an order', () => {
    // DynamoDB Local is slower than SQLite, so the largest test places fewer orders here.
    purchaseRoutesSuite(openDynamoTestShop, { ordersAtOnce: 60 })
  })

  describe('placed orders', () => {
    orderRoutesSuite(openDynamoTestShop)
  })

  describe('orders at the desk', () => {
    deskRoutesSuite(openDynamoTestShop)
  })

  describe('packing', () => {
    packingSuite(openDynamoTestShop)
  })
  describe('parcels', () => {
    parcelsSuite(openDynamoTestShop)
  })

  describe('edits of orders', () => {
    editsSuite(openDynamoTestShop)
  })

  describe('the rest of an edited order', () => {
    payRestSuites(openDynamoTestShop)
  })

  describe('replacements', () => {
    replacementsSuite(openDynamoTestShop)
  })

  describe('orders that come back', () => {
    undeliveredSuite(openDynamoTestShop)
  })

  describe('batches', () => {
    batchesSuite(openDynamoTestShop, { histories: 1, steps: 32 })
  })

  describe('cash of couriers', () => {
    courierCashSuite(openDynamoTestShop)
  })

  describe('the history of stock', () => {
    stockSuite(openDynamoTestShop, { histories: 2, steps: 32 })
  })

  describe('bills', () => {
    billsSuite(openDynamoTestShop)
  })

  describe('attacks on offers', () => {
    offerAttacksSuite(openDynamoTestShop)
  })

  describe('bills of days', () => {
    dayBillsSuite(openDynamoTestShop)
  })

  describe('orders that an operator takes', () => {
    takeOrderSuite(openDynamoTestShop)
  })

  describe('customers', () => {
    customersSuite(openDynamoTestShop, { steps: 25 })
  })

  describe('figures', () => {
    figuresSuite(openDynamoTestShop, { steps: 25 })
  })

  describe('returns', () => {
    returnsSuite(openDynamoTestShop)
  })

  describe('exported files', () => {
    exportsSuite(openDynamoTestShop)
  })

  describe('files of products', () => {
    importSuite(openDynamoTestShop, { products: 30 })
  })

  describe('offers', () => {
    offersSuite(openDynamoTestShop, { buyersAtOnce: 100 })
  })

  describe('order links', () => {
    orderLinkSuite(openDynamoTestShop)
  })

  describe('push messages about orders', () => {
    orderPushSuite(openDynamoTestShop)
  })

  describe('mails of orders', () => {
    orderMailsSuite(openDynamoTestShop)
  })

  describe('demo snacks', () => {
    demoSnacksSuite(openDynamoTestShop)
  })

  describe('guest orders', () => {
    guestOrdersSuite(openDynamoTestShop)
  })

  describe('help with orders', () => {
    orderHelpSuite(openDynamoTestShop)
  })

  describe('pictures of requests for help', () => {
    helpPicturesSuite(openDynamoTestShop)
  })

  describe('claimed and seen payments', () => {
    claimsSuite(openDynamoTestShop)
  })

  describe('first orders with cash', () => {
    cashConfirmationSuite(openDynamoTestShop)
  })

  describe('the bell', () => {
    bellSuite(openDynamoTestShop)
    deskPushSuite(openDynamoTestShop)
  })

  describe('connections', () => {
    connectionsSuite(openDynamoTestShop)
  })

  describe('shelves', () => {
    shelvesSuite(openDynamoTestShop)
  })

  describe('words of the search', () => {
    searchWordsSuite(openDynamoTestShop)
  })

  describe('publications of the home page', () => {
    homeSuite(openDynamoTestShop)
    menusSuite(openDynamoTestShop)
  })

  describe('unpaid orders', () => {
    unpaidOrdersSuite(openDynamoTestShop)
  })
})
