import { type PreviewOrder, previewMail } from '@nashta/contracts/mails/mails'
import { renderContent } from '@nashta/mail/render-content'
import { sampleMail } from '@nashta/mail/sample-mails'
import { senderOf } from '@nashta/mail/templates/layout'
import { type Route, route } from '@nashta/service-kit/http/routes'
import type { AllOrders } from '../orders/search/all-orders.ts'
import { toPurchase } from '../orders/views/shopper-order.ts'
import type { ShopStore } from '../shop/shop-store.ts'

export type MailRoutesDeps = {
  allOrders: AllOrders
  shop: ShopStore
  /** The origin of links in mails. */
  publicUrl: string
  now: () => Date
}

export function mailRoutes({ allOrders, shop, publicUrl, now }: MailRoutesDeps): Route[] {
  async function orderOfPreview(wanted: PreviewOrder) {
    if (wanted === 'made-up') return null
    const { orders } = await allOrders.list({}, { limit: 1 })
    return orders[0] ?? null
  }

  return [
    route(previewMail, async ({ params: { kind }, query }) => {
      const order = kind.startsWith('order-') ? await orderOfPreview(query.order) : null
      const purchase = order ? toPurchase(order) : undefined
      const message = sampleMail(kind, { publicUrl, now: now(), purchase })
      const content = renderContent({ message, sender: senderOf(await shop.read()) })
      return { data: { ...content, orderId: order?.purchaseId ?? null } }
    }),
  ]
}
