import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { describe } from 'vitest'
import { cashConfirmationSuite } from '../../../purchases/cash-confirmation.suite.ts'
import { claimsSuite } from '../../../purchases/claims.suite.ts'
import { deskRoutesSuite } from '../../../purchases/desk/desk-routes.suite.ts'
import { packingSuite } from '../../../purchases/desk/packing.suite.ts'
import { guestOrdersSuite } from '../../../purchases/guest-orders.suite.ts'
import { helpPicturesSuite } from '../../../purchases/help-pictures.suite.ts'
import { orderHelpSuite } from '../../../purchases/order-help.suite.ts'
import { orderLinkSuite } from '../../../purchases/order-link.suite.ts'
import { orderRoutesSuite } from '../../../purchases/order-routes.suite.ts'
import { purchaseRoutesSuite } from '../../../purchases/purchase-routes.suite.ts'
import { unpaidOrdersSuite } from '../../../purchases/unpaid-orders.suite.ts'
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

  describe('order links', () => {
    orderLinkSuite(openDynamoTestShop)
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

  describe('unpaid orders', () => {
    unpaidOrdersSuite(openDynamoTestShop)
  })
})
