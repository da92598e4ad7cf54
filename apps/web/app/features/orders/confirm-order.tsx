import { useCall } from '@nashta/browser/forms/use-call'
import { formatLongDateTime } from '@nashta/contracts/dates'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { useLocation } from 'react-router'
import { useOrderActions } from './order-actions.ts'
import type { OrderAccess } from './order-queries.ts'

const CONFIRM_FAILED = 'The order could not be confirmed. Please try again.'

export type ConfirmOrderProps = { access: OrderAccess; expiresAt: string | undefined }

/**
 * Asks the shopper to confirm an order that is paid on delivery. The link in the shopper's mail
 * ends with `#confirm=` and a code. The code proves that the e-mail address is the shopper's own.
 */
export function ConfirmOrder({ access, expiresAt }: ConfirmOrderProps) {
  const { hash } = useLocation()
  const code = /^#confirm=([\w-]+)$/.exec(hash)?.[1]
  const deadlineText = expiresAt === undefined ? '' : ` by ${formatLongDateTime(expiresAt)}`
  if ('token' in access && code !== undefined)
    return <ConfirmButton token={access.token} code={code} deadlineText={deadlineText} />
  return (
    <p className="text-pretty">
      We have sent you a mail. Please open its link and confirm the order{deadlineText}. Then we pack it, and
      you pay on delivery.
    </p>
  )
}

type ConfirmButtonProps = {
  token: string
  code: string
  /** Begins with a space. Empty when the order has no `expiresAt`. */
  deadlineText: string
}

/** The order is confirmed by a click only, because programs that check mails open their links. */
function ConfirmButton({ token, code, deadlineText }: ConfirmButtonProps) {
  const actions = useOrderActions({ token })

  const { run, isBusy, failure } = useCall(async () => {
    try {
      await actions.confirm(token, code)
    } catch (error) {
      actions.refetch()
      throw error
    }
  }, CONFIRM_FAILED)

  return (
    <>
      <p className="mb-5 text-pretty">
        You pay on delivery. Please confirm{deadlineText} that we may pack and send the order.
      </p>
      <div className="grid sm:justify-start">
        <Button aria-disabled={isBusy || undefined} onClick={() => void run()}>
          {isBusy ? 'Confirming...' : 'Confirm this order'}
        </Button>
      </div>
      <div className="mt-3">{failure ? <Failure>{failure}</Failure> : null}</div>
    </>
  )
}
