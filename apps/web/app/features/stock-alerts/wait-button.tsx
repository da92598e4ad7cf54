import { useCall } from '@nashta/browser/forms/use-call'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { STOCK_ALERT_ASKED } from '@nashta/contracts/stock-alerts/stock-alert-texts'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { useEffect, useState } from 'react'
import { isWaiting, stopWaiting, wait } from './stock-alert-calls.ts'

export type WaitButtonProps = { userId: string; productId: string }

/** A shopper asks to be told about a sold-out snack, or takes it back. */
export default function WaitButton({ userId, productId }: WaitButtonProps) {
  /** Undefined until the store has told. A press asks then, which is safe to repeat. */
  const [waits, setWaits] = useState<boolean>()
  useEffect(() => {
    const controller = new AbortController()
    const show = (found: boolean) => {
      if (!controller.signal.aborted) setWaits((known) => known ?? found)
    }
    isWaiting(userId, productId).then(show, () => show(false))
    return () => controller.abort()
  }, [userId, productId])
  const { run, isBusy, failure } = useCall(
    async () => {
      await (waits ? stopWaiting : wait)(userId, productId)
      setWaits(!waits)
    },
    (error) => (isShopError(error) ? error.message : STORE_UNREACHABLE),
  )

  return (
    <div className="mt-2 grid justify-items-start gap-4">
      <output className="text-pretty">
        {waits
          ? STOCK_ALERT_ASKED
          : 'We write to you once, and tell the devices on which you get our messages.'}
      </output>
      <Button
        look={waits ? 'outline' : 'solid'}
        aria-disabled={isBusy || undefined}
        onClick={() => void run()}
      >
        {waits ? 'Stop waiting' : 'Tell me'}
      </Button>
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
