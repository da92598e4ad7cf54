import { productPath } from '@nashta/contracts/catalogue/product-urls'
import {
  STOCK_ALERT_CHECK_MAIL,
  STOCK_ALERT_CONFIRMED,
  STOCK_ALERT_INCOMPLETE,
  STOCK_ALERT_STOPPED,
} from '@nashta/contracts/stock-alerts/stock-alert-texts'
import * as contract from '@nashta/contracts/stock-alerts/stock-alerts'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import { isPrefetch, readPageForm } from '../newsletter/mailed-link.ts'
import {
  addStockAlert,
  confirmStockAlert,
  requestStockAlert,
  type StockAlertDeps,
  stopStockAlert,
} from './stock-alerts.ts'

/** The refusals that the page of the product explains. */
const PAGE_IS_OLD = new Set<string>(['PRODUCT_NOT_FOUND', 'NOT_SOLD_OUT'])

export function stockAlertRoutes(deps: StockAlertDeps): Route[] {
  async function waitingOf(userId: string) {
    const alerts = await deps.stockAlerts.listOf({ userId })
    return { data: { productIds: alerts.map(({ productId }) => productId) } }
  }
  return [
    route(contract.listStockAlerts, async ({ caller }) => waitingOf(caller.sub)),
    route(contract.addStockAlert, async ({ caller, body }) => {
      await addStockAlert(deps, caller, body.productId)
      return waitingOf(caller.sub)
    }),
    route(contract.removeStockAlert, async ({ caller, params }) => {
      await deps.stockAlerts.remove({ userId: caller.sub }, params.productId)
      return waitingOf(caller.sub)
    }),
    route(contract.requestStockAlert, async ({ body }) => {
      await requestStockAlert(deps, body)
      return { data: { message: STOCK_ALERT_CHECK_MAIL } }
    }),
    route(contract.requestStockAlertByForm, async ({ request }, addHeader) => {
      const form = contract.guestStockAlertSchema.safeParse(readPageForm(request))
      const reply = (page: string, message: string) => {
        addHeader('location', page)
        return { data: { message } }
      }
      if (!form.success) return reply(contract.STOCK_ALERT_FORM_PAGES.incomplete, STOCK_ALERT_INCOMPLETE)
      try {
        await requestStockAlert(deps, form.data)
      } catch (error) {
        // The form was on an older page. The page as it is now says what has changed.
        if (error instanceof ServiceError && PAGE_IS_OLD.has(error.code))
          return reply(productPath(form.data.productId), error.message)
        throw error
      }
      return reply(contract.STOCK_ALERT_FORM_PAGES.sent, STOCK_ALERT_CHECK_MAIL)
    }),
    route(contract.confirmStockAlert, async ({ query, request }) => {
      if (!isPrefetch(request)) await confirmStockAlert(deps, query.token)
      return { data: { message: STOCK_ALERT_CONFIRMED } }
    }),
    route(contract.stopStockAlert, async ({ query, request }) => {
      if (!isPrefetch(request)) await stopStockAlert(deps, query.token)
      return { data: { message: STOCK_ALERT_STOPPED } }
    }),
  ]
}
