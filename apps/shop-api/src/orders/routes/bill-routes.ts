import * as contract from '@nashta/contracts/orders/bills'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Bill, mustNameBuyer, withoutPerson } from '../../bills/bill.ts'
import { renderBills } from '../../bills/pdf/render-bills.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { settleOrder } from '../events/settle-order.ts'
import { BILL } from '../order/billing.ts'
import { isGuestOrder } from '../order/guest-orders.ts'
import { orderNotFound } from '../order/order-state.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { type DeskOrderReads, readDeskOrder } from '../views/desk-order.ts'
import { toLinkedOrder } from '../views/linked-order.ts'
import { toPurchase } from '../views/shopper-order.ts'
import { changeOrder, type ChangeOrderDeps } from '../work/change-order.ts'
import { findLinkedOrder } from '../work/find-linked-order.ts'
import { findOwnOrder } from '../work/find-own-order.ts'
import { issuePapers, tryToIssuePapers } from '../work/issue-papers.ts'

/** The bills of an order as PDFs, for its shopper, the holder of its link, and the desk. */
export function billRoutes(deps: ChangeOrderDeps & DeskOrderReads): Route[] {
  return [
    route(contract.getBill, async ({ caller, params: { orderId, bill } }) =>
      toFile(await findBill(deps, await findOwnOrder(deps, caller.sub, orderId), bill)),
    ),
    route(contract.getLinkedBill, async ({ params: { token, bill } }) => {
      const order = await findLinkedOrder(deps, token)
      const found = await findBill(deps, order, bill)
      // A mail with a link may be forwarded, so the bill behind the link does not name the buyer. But the law
      // may require the name, and a guest gets the bill nowhere else.
      return toFile(isGuestOrder(order) && mustNameBuyer(found) ? found : withoutPerson(found))
    }),
    route(contract.askForBill, async ({ caller, params }) => {
      const { purchaseId } = await findOwnOrder(deps, caller.sub, params.orderId)
      return { data: toPurchase(await wantOwnBill(deps, purchaseId)) }
    }),
    route(contract.askForLinkedBill, async ({ params: { token } }) => {
      const { purchaseId } = await findLinkedOrder(deps, token)
      return { data: toLinkedOrder(await wantOwnBill(deps, purchaseId)) }
    }),
    route(contract.getBillAtDesk, async ({ params: { orderId, bill }, query: { paper } }) => {
      const order = await deps.purchases.find(orderId)
      if (!order || !isVisible(order)) throw orderNotFound()
      return toFile(await findBill(deps, order, bill), paper)
    }),
    route(contract.printBills, async ({ query: { ids = [], number, paper } }) => {
      if (number !== undefined) {
        const bill = await deps.bills.findByNumber(number)
        if (!bill) throw billNotFound()
        return toFile(bill, paper)
      }
      const found = await Promise.all([...new Set(ids)].map((id) => deps.bills.find(id, BILL)))
      const bills = found.filter((bill) => bill !== null)
      if (bills.length === 0) throw new ServiceError('BILL_NOT_FOUND', 'None of these orders has a bill yet')
      return { bytes: await renderBills(bills, paper), fileName: 'bills.pdf' }
    }),
    route(contract.makeBill, async ({ caller, params: { orderId }, body }) => {
      const { order } = await changeOrder(deps, orderId, {
        caller,
        seen: body.version,
        makeEvent: () => ({ kind: 'billRequested' }),
      })
      // Throws if the bill cannot be made, for example because a product has no HSN code.
      const billed = await issuePapers(deps, orderId)
      return { data: await readDeskOrder(deps, billed ?? order, caller.groups) }
    }),
  ]
}

/** The shopper wants an own bill. If the goods have left already, it is made at once. */
async function wantOwnBill(deps: ChangeOrderDeps, purchaseId: string): Promise<OrderRecord> {
  const time = await readShopTime(deps)
  const order = await deps.purchases.update(purchaseId, (stored) =>
    settleOrder(stored, { kind: 'ownBillWanted' }, time),
  )
  if (!order) throw orderNotFound()
  return tryToIssuePapers(deps, order)
}

async function findBill({ bills }: ChangeOrderDeps, { purchaseId }: OrderRecord, id: string): Promise<Bill> {
  const bill = await bills.find(purchaseId, id)
  if (!bill) throw billNotFound()
  return bill
}

function billNotFound() {
  return new ServiceError('BILL_NOT_FOUND', 'There is no such bill')
}

async function toFile(bill: Bill, paper: contract.BillPaper = 'a4') {
  return { bytes: await renderBills([bill], paper), fileName: contract.billFileName(bill.number) }
}
