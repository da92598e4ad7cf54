import { useCall } from '@nashta/browser/forms/use-call'
import { renewOrderLink } from '@nashta/contracts/orders/order-link'
import { orderLinkPath } from '@nashta/contracts/orders/order-texts'
import { Button } from '@nashta/ui/button'
import { CopyButton } from '@nashta/ui/copy-button'
import { Failure } from '@nashta/ui/failure'
import { useState } from 'react'
import { fetchShop } from '../../data/calls/fetch-shop.ts'

const RENEW_FAILED = 'The link could not be made. Please try again.'

/** Lets a shopper replace the link in the mails about an order. */
export function RenewOrderLink({ orderId }: { orderId: string }) {
  const [url, setUrl] = useState('')

  const { run, isBusy, failure } = useCall(async () => {
    const { data } = await fetchShop(renewOrderLink, { params: { orderId }, body: {} })
    setUrl(new URL(orderLinkPath(data.token), location.origin).href)
  }, RENEW_FAILED)

  return (
    <>
      <p className="mt-2 text-pretty">
        Our mails about this order have a link that opens it without your password. Whoever has the link sees
        the order and can cancel it, but sees neither your name nor your address. A new link ends all older
        ones.
      </p>
      <div className="mt-4 grid justify-items-start gap-3">
        <Button look="outline" aria-disabled={isBusy || undefined} onClick={() => void run()}>
          {isBusy ? 'Making...' : 'Make a new link'}
        </Button>
        <output className="min-w-0 font-medium break-all empty:hidden">{url}</output>
        {url ? <CopyButton text={url}>Copy the link</CopyButton> : null}
        {failure ? <Failure>{failure}</Failure> : null}
      </div>
    </>
  )
}
