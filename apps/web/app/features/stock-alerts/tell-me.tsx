import { useCall } from '@nashta/browser/forms/use-call'
import { useForm } from '@nashta/browser/forms/use-form'
import { isShopError, STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import { EMAIL_MAX_LENGTH } from '@nashta/contracts/constants'
import { STOCK_ALERT_ASKED, TELL_ME } from '@nashta/contracts/stock-alerts/stock-alert-texts'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useEffect, useRef, useState } from 'react'
import { loadAwaited } from '../../data/awaited-parts.tsx'

const loadCalls = () => loadAwaited(() => import('./stock-alert-calls.ts'))
const failed = (error: unknown) => (isShopError(error) ? error.message : STORE_UNREACHABLE)

export type TellMeProps = { userId: string | undefined; productId: string }

/**
 * On the page of a sold-out snack: a shopper asks by one press, a guest by a form, which also works
 * without scripts.
 */
export default function TellMe({ userId, productId }: TellMeProps) {
  return (
    <section
      id="tell-me"
      aria-labelledby="tell-me-title"
      className="mt-8 max-w-md rounded-[1.75rem] bg-butter px-6 py-6"
    >
      <h2 id="tell-me-title" className="font-display text-xl font-semibold">
        {TELL_ME}
      </h2>
      {userId === undefined ? (
        <GuestForm key={productId} productId={productId} />
      ) : (
        <ShopperButton key={productId} userId={userId} productId={productId} />
      )}
    </section>
  )
}

function GuestForm({ productId }: Pick<TellMeProps, 'productId'>) {
  const [thanks, setThanks] = useState<string>()
  const { formProps, field, isBusy, failure } = useForm({
    schema: async () => (await loadCalls()).guestStockAlertSchema,
    failed,
    send: async (values) => setThanks(await (await loadCalls()).requestByMail(values)),
  })
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (thanks !== undefined) done.current?.focus()
  }, [thanks])

  if (thanks !== undefined)
    return (
      <p ref={done} tabIndex={-1} className="mt-3 font-medium text-pretty outline-none">
        {thanks}
      </p>
    )
  return (
    <form
      {...formProps}
      action="/api/back-in-stock/form"
      method="post"
      data-late=""
      className="mt-2 grid gap-4"
    >
      <p className="text-pretty">We write to you once, and to nobody else with your address.</p>
      <input type="hidden" name="productId" value={productId} />
      <TextField
        {...field('email')}
        label="E-mail"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        required
      />
      <div>
        <SubmitButton busy={isBusy} failure={failure} busyText="Sending...">
          Tell me
        </SubmitButton>
      </div>
    </form>
  )
}

function ShopperButton({ userId, productId }: { userId: string; productId: string }) {
  /** Undefined until the store has told. */
  const [isWaiting, setWaiting] = useState<boolean>()
  useEffect(() => {
    const controller = new AbortController()
    const show = (waits: boolean) => {
      if (!controller.signal.aborted) setWaiting((shown) => shown ?? waits)
    }
    // Without a reply the button asks, which is safe to repeat.
    loadCalls()
      .then((calls) => calls.isWaiting(userId, productId))
      .then(show, () => show(false))
    return () => controller.abort()
  }, [userId, productId])
  const { run, isBusy, failure } = useCall(async (waits: boolean) => {
    const calls = await loadCalls()
    await (waits ? calls.wait(userId, productId) : calls.stopWaiting(userId, productId))
    setWaiting(waits)
  }, failed)

  return (
    <div className="mt-2 grid justify-items-start gap-4">
      <output className="text-pretty">
        {isWaiting
          ? STOCK_ALERT_ASKED
          : 'We write to you once, and show it on the devices that may show our messages.'}
      </output>
      <Button
        look={isWaiting ? 'outline' : 'solid'}
        aria-disabled={isBusy || isWaiting === undefined || undefined}
        onClick={() => {
          if (isWaiting !== undefined) void run(!isWaiting)
        }}
      >
        {isWaiting ? 'Do not tell me' : 'Tell me'}
      </Button>
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
