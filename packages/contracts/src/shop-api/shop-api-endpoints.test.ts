import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { rolesFor } from '../api/operator-roles.ts'
import { PACES } from '../api/rate-limits.ts'
import { getRecommendations } from '../recommendations/recommendation.ts'
import { shopApiEndpoints } from './shop-api-endpoints.ts'

const endpoints: [string, Endpoint][] = [
  ...Object.entries(shopApiEndpoints),
  ['getRecommendations', getRecommendations],
]

it.each(endpoints)('a first call of %s need not wait', (_name, { weight = 1 }) => {
  for (const pace of Object.values(PACES)) expect(weight).toBeLessThanOrEqual(pace.burst)
})

it('the Shop API has exactly these endpoints, each with its access or with the roles of operators', () => {
  const calls = Object.values(shopApiEndpoints).map(
    ({ method, path, access }) =>
      `${method} ${path} ${access === 'admin' ? rolesFor({ method, path }).join(' ') : access}`,
  )

  expect(calls).toEqual([
    'GET /products public',
    'GET /products/:id public',
    'POST /products admin manager',
    'PUT /products/:id admin manager',
    'DELETE /products/:id admin manager',
    'GET /carts/:userId self',
    'POST /carts/:userId self',
    'PUT /carts/:userId self',
    'POST /carts/:userId/merge self',
    'DELETE /carts/:userId/items/:itemId self',
    'DELETE /carts/:userId self',
    'POST /purchases/:userId self',
    'GET /purchases/:userId self',
    'GET /purchases/order/:orderId owner',
    'PUT /purchases/order/:orderId/status admin manager',
    'GET /purchases/order/:orderId/bills/:bill owner',
    'GET /order-links/:token/bills/:bill public',
    'GET /admin/orders/:orderId/bills/:bill admin manager accountant',
    'POST /admin/orders/:orderId/bills admin manager accountant',
    'GET /admin/bills/print admin manager accountant',
    'GET /admin/figures admin manager accountant',
    'GET /admin/figures/:table admin manager accountant',
    'GET /admin/exports/products admin manager',
    'GET /admin/exports/orders admin manager',
    'GET /admin/exports/order-lines admin manager',
    'GET /admin/exports/stock admin manager',
    'GET /admin/exports/stock-value admin manager accountant',
    'GET /admin/exports/offers admin manager',
    'GET /admin/exports/log admin manager',
    'GET /admin/stock-value admin manager accountant',
    'POST /admin/products/import admin manager',
    'GET /admin/returns/:month admin manager accountant',
    'GET /admin/returns/:month/gstr1 admin manager accountant',
    'GET /admin/returns/:month/sheets/:sheet admin manager accountant',
    'GET /admin/returns/:month/bills admin manager accountant',
    'GET /admin/returns/:month/papers admin manager accountant',
    'POST /admin/returns/:month/close admin manager accountant',
    'POST /purchases/order/:orderId/cancel owner',
    'POST /purchases/order/:orderId/paid owner',
    'POST /purchases/order/:orderId/edits/refuse owner',
    'POST /admin/orders/:orderId/confirm admin manager',
    'POST /admin/orders/:orderId/revive admin manager',
    'POST /admin/orders/:orderId/payments admin manager',
    'POST /admin/orders/:orderId/not-paid admin manager',
    'POST /admin/orders/:orderId/refund admin manager',
    'POST /admin/orders/:orderId/refunds/:refundId/retry admin manager',
    'POST /admin/orders/:orderId/refunds/:refundId admin manager',
    'GET /admin/orders admin manager packer shipper accountant',
    'POST /admin/orders admin manager',
    'POST /admin/orders/quote admin manager',
    'GET /admin/orders/pack-queue admin manager packer shipper',
    'POST /admin/orders/bulk admin manager packer shipper',
    'GET /admin/orders/print admin manager packer shipper',
    'GET /admin/orders/:orderId admin manager packer shipper accountant',
    'POST /admin/orders/:orderId/edits/try admin manager',
    'POST /admin/orders/:orderId/edits admin manager',
    'POST /admin/orders/:orderId/pack admin manager packer shipper',
    'POST /admin/orders/:orderId/ship admin manager shipper',
    'POST /admin/orders/:orderId/parcels admin manager shipper',
    'POST /admin/orders/:orderId/deliver admin manager',
    'POST /admin/orders/:orderId/undelivered admin manager',
    'POST /admin/orders/:orderId/cancel admin manager',
    'POST /admin/orders/:orderId/goods admin manager',
    'POST /admin/orders/:orderId/note admin manager',
    'POST /admin/orders/:orderId/mails admin manager',
    'GET /admin/today admin manager packer shipper accountant',
    'POST /admin/products/remove-demo admin manager',
    'GET /admin/customers admin manager',
    'GET /admin/customers/:customerId admin manager',
    'PUT /admin/customers/:customerId admin manager',
    'POST /admin/customers/:customerId/notes admin manager',
    'DELETE /admin/customers/:customerId/notes/:noteId admin manager',
    'POST /admin/customers/:customerId/join admin manager',
    'POST /admin/customers/:customerId/separate admin manager',
    'GET /admin/files/customers admin manager',
    'GET /admin/files/newsletter admin manager',
    'POST /admin/customers/:customerId/erase admin manager',
    'POST /guest-orders public',
    'POST /guest-orders/find public',
    'GET /order-links/:token public',
    'POST /order-links/:token/cancel public',
    'POST /order-links/:token/paid public',
    'POST /order-links/:token/edits/refuse public',
    'POST /order-links/:token/confirm public',
    'POST /order-links/:token/claim owner',
    'POST /purchases/order/:orderId/link owner',
    'POST /purchases/order/:orderId/help owner',
    'GET /purchases/order/:orderId/help owner',
    'POST /order-links/:token/help public',
    'GET /order-links/:token/help public',
    'POST /purchases/order/:orderId/help/:number/pictures owner',
    'GET /purchases/order/:orderId/help/:number/pictures/:pictureId owner',
    'POST /order-links/:token/help/:number/pictures public',
    'GET /order-links/:token/help/:number/pictures/:pictureId public',
    'GET /payment-methods public',
    'GET /pincodes/:pincode public',
    'GET /addresses/:userId self',
    'POST /addresses/:userId self',
    'PUT /addresses/:userId/:addressId self',
    'DELETE /addresses/:userId/:addressId self',
    'POST /newsletter public',
    'POST /newsletter/form public',
    'GET /newsletter/confirm public',
    'GET /newsletter/unsubscribe public',
    'GET /favourites/:userId self',
    'POST /favourites/:userId self',
    'GET /stock-alerts/:userId self',
    'POST /stock-alerts/:userId self',
    'DELETE /stock-alerts/:userId/:productId self',
    'POST /back-in-stock public',
    'POST /back-in-stock/form public',
    'GET /back-in-stock/confirm public',
    'GET /back-in-stock/stop public',
    'POST /views/:userId self',
    'GET /push/:userId self',
    'POST /push/:userId self',
    'DELETE /push/:userId/:deviceId self',
    'GET /order-links/:token/push public',
    'POST /order-links/:token/push public',
    'DELETE /order-links/:token/push/:deviceId public',
    'GET /account/:userId/export self',
    'DELETE /account/:userId self',
    'GET /shop public',
    'GET /admin/shop admin',
    'PUT /admin/shop admin',
    'GET /admin/connections admin',
    'PUT /admin/connections/razorpay admin',
    'POST /admin/connections/razorpay/offer admin',
    'PUT /admin/connections/mail admin',
    'DELETE /admin/connections/mail admin',
    'POST /admin/connections/mail/test admin',
    'GET /admin/bell admin manager packer shipper accountant',
    'PUT /admin/bell admin manager packer shipper accountant',
    'GET /storefront public',
    'GET /admin/shelves admin manager',
    'PUT /admin/shelves admin manager',
    'GET /admin/home admin manager',
    'PUT /admin/home admin manager',
    'POST /admin/home/undo admin manager',
    'DELETE /admin/home/scheduled admin manager',
    'GET /admin/push admin manager packer shipper accountant',
    'POST /admin/push admin manager packer shipper accountant',
    'DELETE /admin/push/:deviceId admin manager packer shipper accountant',
    'GET /admin/menus admin manager',
    'PUT /admin/menus admin manager',
    'POST /price-terms optional',
    'GET /admin/offers admin manager',
    'PUT /admin/offers/:offerId admin manager',
    'POST /admin/offers/:offerId/state admin manager',
    'DELETE /admin/offers/:offerId admin manager',
    'POST /admin/offers/try admin manager',
    'POST /tickets public',
    'GET /tickets/:token public',
    'GET /admin/tickets admin manager',
    'GET /admin/tickets/:id admin manager',
    'POST /admin/tickets/:id/acknowledge admin manager',
    'POST /admin/tickets/:id/reply admin manager',
    'POST /admin/tickets/:id/close admin manager',
    'POST /admin/tickets/close admin manager',
    'GET /admin/tickets/:id/pictures/:pictureId admin manager',
    'GET /products/:id/ratings public',
    'GET /ratings/:ratingId/pictures/:pictureId public',
    'POST /ratings/:ratingId/helpful optional',
    'POST /order-links/:token/no-rating-mails public',
    'GET /products/:id/rating owner',
    'PUT /products/:id/rating owner',
    'DELETE /products/:id/rating owner',
    'POST /products/:id/rating/pictures owner',
    'POST /products/:id/rating/objection owner',
    'GET /order-links/:token/ratings/:id public',
    'PUT /order-links/:token/ratings/:id public',
    'DELETE /order-links/:token/ratings/:id public',
    'POST /order-links/:token/ratings/:id/pictures public',
    'POST /order-links/:token/ratings/:id/objection public',
    'GET /admin/ratings admin manager',
    'POST /admin/ratings/:ratingId/hide admin manager',
    'POST /admin/ratings/:ratingId/show admin manager',
    'POST /admin/ratings/:ratingId/answer admin manager',
    'GET /admin/products/grid admin manager',
    'PUT /admin/products/grid admin manager',
    'GET /admin/products/:id admin manager',
    'GET /admin/products/:id/stock admin manager',
    'POST /admin/products/:id/stock admin manager',
    'GET /admin/courier-cash admin manager accountant',
    'GET /admin/courier-cash/table admin manager accountant',
    'POST /admin/courier-cash/payments admin manager',
    'POST /admin/courier-cash/payments/:paymentId/undo admin manager',
    'GET /admin/products/:id/batch admin manager',
    'GET /admin/products/:id/batch/orders admin manager',
    'POST /admin/products/:id/recalls admin manager',
    'GET /admin/log admin manager accountant',
    'GET /admin/operators admin',
    'POST /admin/operators admin',
    'DELETE /admin/operators/:email/:role admin',
    'POST /admin/operators/invitations admin',
    'DELETE /admin/operators/invitations/:email admin',
    'GET /admin/mails/:kind admin manager',
  ])
})

it('changes that hand out power or cannot be undone need a fresh sign-in', () => {
  const powerful = endpoints.filter(([, endpoint]) => endpoint.freshSignIn)
  expect(powerful.map(([, { method, path }]) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /account/:userId',
    'DELETE /admin/connections/mail',
    'DELETE /admin/operators/:email/:role',
    'GET /admin/exports/orders',
    'GET /admin/files/customers',
    'GET /admin/files/newsletter',
    'GET /admin/products/:id/batch/orders',
    'POST /admin/connections/razorpay/offer',
    'POST /admin/customers/:customerId/erase',
    'POST /admin/operators',
    'POST /admin/operators/invitations',
    'POST /admin/products/:id/recalls',
    'PUT /admin/connections/mail',
    'PUT /admin/connections/razorpay',
    'PUT /admin/shop',
  ])
})

describe.each(endpoints)('%s', (_name, endpoint) => {
  it('describes exactly the parameters of its path', () => {
    const inPath = Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name)

    expect(propertiesOf(endpoint.params)).toEqual(inPath)
  })

  it('can be converted to JSON Schema, for the API reference', () => {
    const { params, query, body, reply } = endpoint
    const schemas = [params, query, body, reply].filter((schema) => schema !== undefined)

    expect(() => schemas.map((schema) => z.toJSONSchema(schema, { io: 'input' }))).not.toThrow()
  })

  it('has a body or a file exactly if its method is POST or PUT', () => {
    expect((endpoint.body ?? endpoint.upload) !== undefined).toBe(
      endpoint.method === 'POST' || endpoint.method === 'PUT',
    )
  })
})

function propertiesOf(params: z.ZodMiniType | undefined): string[] {
  return params ? Object.keys(z.toJSONSchema(params).properties ?? {}) : []
}
