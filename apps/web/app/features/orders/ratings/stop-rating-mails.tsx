import { useCall } from '@nashta/browser/forms/use-call'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { isFinalRefusal, storeMessageOf } from '@nashta/contracts/api/shop-error'
import { stopRatingMails } from '@nashta/contracts/ratings/ratings'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { useState } from 'react'
import { fetchShop } from '../../../data/calls/fetch-shop.ts'

const LINK_INVALID = 'This link does not work. Please check that it is complete.'

/** Mail programs open links too, so only a press of the button takes effect. */
export function StopRatingMails({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const { run, isBusy, failure } = useCall(
    async () => {
      await fetchShop(stopRatingMails, { params: { token }, body: {} })
      setDone(true)
    },
    (error) => (isFinalRefusal(error) ? LINK_INVALID : storeMessageOf(error, STORE_UNREACHABLE)),
  )
  return (
    <div className="grid justify-items-start gap-4">
      <p>Press the button and we stop asking how a snack tasted. You still get mails about your orders.</p>
      <output className="block font-semibold text-pistachio empty:hidden">
        {isDone ? 'Done. We will not ask you again.' : ''}
      </output>
      {isDone ? null : (
        <Button onClick={() => void run()}>{isBusy ? 'One moment...' : 'Stop these mails'}</Button>
      )}
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
