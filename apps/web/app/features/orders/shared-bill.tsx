import { useCall } from '@nashta/browser/forms/use-call'
import { rupeesToPaise } from '@nashta/contracts/money'
import { isSmallSale } from '@nashta/contracts/orders/small-sales'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import type { ShopIdentity } from '../../data/shop/read-shop.ts'
import { useOrderActions } from './order-actions.ts'
import type { OrderAccess, ShownOrder } from './order-queries.ts'

const ASK_FAILED = 'This did not work. Please try again.'

/** Whether the order is or will be on the bill of its day, or its shopper has asked for an own one. */
export function sharesBill(order: ShownOrder, shop: ShopIdentity | null): boolean {
  if (order.onBillOf !== undefined || order.wantsOwnBill) return true
  const isBusiness = 'details' in order && order.details?.gstin !== undefined
  const isSmall = isSmallSale(rupeesToPaise(order.totalAmount), new Date(order.purchaseDate))
  return shop?.smallBills === 'daily' && isSmall && !isBusiness
}

/** A small order without a bill of its own, and the button that asks for one. */
export function SharedBill({ access, order }: { access: OrderAccess; order: ShownOrder }) {
  const { askForBill } = useOrderActions(access)
  const { run, isBusy, failure } = useCall(askForBill, ASK_FAILED)
  if (order.wantsOwnBill)
    return <p className="mt-1 text-ink-soft">Your own bill comes when your snacks leave the shop.</p>
  return (
    <div className="mt-1 grid justify-items-start gap-3">
      <p className="text-ink-soft">
        Small orders of a day share one bill. Your part of it is here from the evening of the day on which
        your snacks leave the shop.
      </p>
      <Button look="outline" aria-disabled={isBusy || undefined} onClick={() => void run()}>
        I need a bill of my own
      </Button>
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
