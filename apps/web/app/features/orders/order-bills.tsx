import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import { createShopFiles } from '@nashta/browser/session/shop-files'
import { billFileName, getBill, getLinkedBill } from '@nashta/contracts/orders/bills'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { getAccessToken } from '../../data/calls/access-token.ts'
import type { OrderAccess } from './order-queries.ts'

const shopFiles = createShopFiles(getAccessToken)
const DOWNLOAD_FAILED = 'The bill could not be loaded. Please try again.'

type Bill = NonNullable<Purchase['bills']>[number]

/** The bill of an order and its credit notes, each a PDF. */
export function OrderBills({ access, bills }: { access: OrderAccess; bills: readonly Bill[] }) {
  const { run, isBusy, failure } = useCall(async ({ id, number }: Bill) => {
    const blob =
      'token' in access
        ? await shopFiles.download(getLinkedBill, { params: { token: access.token, bill: id } })
        : await shopFiles.download(getBill, { params: { orderId: access.orderId, bill: id } })
    saveBlob(billFileName(number), blob)
  }, DOWNLOAD_FAILED)
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      {bills.map((bill) => (
        <Button
          key={bill.id}
          look="outline"
          aria-disabled={isBusy || undefined}
          onClick={() => void run(bill)}
        >
          {bill.id === 'bill' ? 'Bill' : 'Credit note'} {bill.number} (PDF)
        </Button>
      ))}
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
