import { STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import { EMAIL_MAX_LENGTH } from '@nashta/contracts/constants'
import { TELL_ME } from '@nashta/contracts/stock-alerts/stock-alert-texts'
import { Button } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { lazyPart, loadAwaited } from '../../data/awaited-parts.tsx'
import type { MailRequestErrors } from './stock-alert-calls.ts'
import type { WaitButtonProps } from './wait-button.tsx'

/** Guests need no calls of accounts. */
const WaitButton = lazyPart<WaitButtonProps>(() => import('./wait-button.tsx'))

export type TellMeProps = { userId: string | undefined; productId: string }

/**
 * On the page of a sold-out snack: a shopper asks by one press, a guest by a form, which also works
 * without scripts.
 */
export function TellMe({ userId, productId }: TellMeProps) {
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
        <WaitButton key={productId} userId={userId} productId={productId} />
      )}
    </section>
  )
}

type State = { isBusy: boolean; thanks?: string; errors?: MailRequestErrors }

/** As the form of the newsletter: its rules are loaded with the first submit. */
function GuestForm({ productId }: Pick<TellMeProps, 'productId'>) {
  const [{ isBusy, thanks, errors = {} }, setState] = useState<State>({ isBusy: false })
  const isHydrated = useHydrated()
  const field = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (thanks !== undefined) done.current?.focus()
    else if (errors.email !== undefined) field.current?.querySelector('input')?.focus()
  }, [thanks, errors.email])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = new FormData(event.currentTarget).get('email')
    setState({ isBusy: true })
    const result = await send(productId, typeof email === 'string' ? email : '')
    setState({ isBusy: false, ...result })
  }

  if (thanks !== undefined)
    return (
      <p ref={done} tabIndex={-1} className="mt-3 font-medium text-pretty outline-none">
        {thanks}
      </p>
    )
  return (
    <form
      action="/api/back-in-stock/form"
      method="post"
      data-late=""
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      className="mt-2 grid gap-2"
    >
      <p className="mb-2 text-pretty">We write to you once, and give your address to nobody.</p>
      <input type="hidden" name="productId" value={productId} />
      <div ref={field}>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          required
          error={errors.email}
          onChange={() => {
            if (errors.email !== undefined) setState({ isBusy })
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit">{isBusy ? 'Sending...' : 'Tell me'}</Button>
        {(errors.form ?? errors.productId) ? (
          <p role="alert" className="font-medium text-danger-deep">
            {errors.form ?? errors.productId}
          </p>
        ) : null}
      </div>
    </form>
  )
}

async function send(productId: string, email: string) {
  try {
    const { requestByMail } = await loadAwaited(() => import('./stock-alert-calls.ts'))
    return await requestByMail({ productId, email })
  } catch {
    return { errors: { form: STORE_UNREACHABLE } }
  }
}
