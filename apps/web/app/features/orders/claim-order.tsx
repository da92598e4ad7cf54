import { useCall } from '@nashta/browser/forms/use-call'
import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import { claimLinkedOrder } from '@nashta/contracts/orders/order-link'
import { orderLinkPath, orderPath } from '@nashta/contracts/orders/order-texts'
import { Button, LinkButton } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { fetchShop } from '../../data/calls/fetch-shop.ts'

const OTHER_EMAIL = 'This order was placed with another e-mail address than the one of your account.'
const CLAIM_FAILED = 'The order could not be added. Please try again.'

export type ClaimOrderProps = { token: string; isSignedIn: boolean }

/** Invites a guest to create an account, and lets a signed-in shopper add the order to the account. */
export function ClaimOrder({ token, isSignedIn }: ClaimOrderProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="rounded-[1.75rem] bg-butter-lit px-5 py-6 text-left sm:px-8 print:hidden"
    >
      <h2 id={titleId} className="font-display text-2xl font-semibold tracking-tight">
        {isSignedIn ? 'Add this order to your account' : 'Create an account with this order'}
      </h2>
      {isSignedIn ? <ClaimButton token={token} /> : <SignUpLink token={token} />}
    </section>
  )
}

function SignUpLink({ token }: { token: string }) {
  const next = encodeURIComponent(orderLinkPath(token))
  return (
    <>
      <p className="mt-2 mb-4 text-pretty">
        Sign up with the e-mail address that you ordered with. Then you can add the order to your account
        here.
      </p>
      <LinkButton to={`/signup?next=${next}`} look="outline">
        Create an account
      </LinkButton>
    </>
  )
}

function ClaimButton({ token }: { token: string }) {
  const navigate = useNavigate()

  const { run, isBusy, failure } = useCall(
    async () => {
      const { data } = await fetchShop(claimLinkedOrder, { params: { token }, body: {} })
      await navigate(orderPath(data.purchaseId))
    },
    (error) => {
      // The store replies ORDER_NOT_FOUND if the account has another e-mail address than the order.
      const isOtherEmail = error instanceof Error && 'code' in error && error.code === 'ORDER_NOT_FOUND'
      return isOtherEmail ? OTHER_EMAIL : storeMessageOf(error, CLAIM_FAILED)
    },
  )

  return (
    <>
      <p className="mt-2 mb-4 text-pretty">Then you find it in your purchase history.</p>
      <Button look="outline" aria-disabled={isBusy || undefined} onClick={() => void run()}>
        {isBusy ? 'Adding...' : 'Add to my account'}
      </Button>
      <div className="mt-3">{failure ? <Failure>{failure}</Failure> : null}</div>
    </>
  )
}
