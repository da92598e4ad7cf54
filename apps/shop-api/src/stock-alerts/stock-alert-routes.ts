import {
  STOCK_ALERT_CHECK_MAIL,
  STOCK_ALERT_CONFIRMED,
  STOCK_ALERT_INCOMPLETE,
  STOCK_ALERT_STOPPED,
} from '@nashta/contracts/stock-alerts/stock-alert-texts'
import * as contract from '@nashta/contracts/stock-alerts/stock-alerts'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { isPrefetch, readPageForm } from '../newsletter/mailed-link.ts'
import {
  addStockAlert,
  confirmStockAlert,
  requestStockAlert,
  type StockAlertDeps,
  stopStockAlert,
} from './stock-alerts.ts'

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
      if (form.success) await requestStockAlert(deps, form.data)
      addHeader('location', contract.STOCK_ALERT_FORM_PAGES[form.success ? 'sent' : 'incomplete'])
      return { data: { message: form.success ? STOCK_ALERT_CHECK_MAIL : STOCK_ALERT_INCOMPLETE } }
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
