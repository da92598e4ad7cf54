import { EMAIL_MAX_LENGTH } from '@nashta/contracts/constants'
import { TELL_ME } from '@nashta/contracts/stock-alerts/stock-alert-texts'
import { Button } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { useEffect, useRef } from 'react'
import { lazyPart, loadAwaited } from '../../data/late/awaited-parts.tsx'
import { useLateForm } from '../../data/late/use-late-form.ts'
import type { WaitButtonProps } from './wait-button.tsx'

/** Guests need no calls of accounts. */
const WaitButton = lazyPart<WaitButtonProps>(() => import('./wait-button.tsx'))

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
        <WaitButton key={productId} userId={userId} productId={productId} />
      )}
    </section>
  )
}

function GuestForm({ productId }: Pick<TellMeProps, 'productId'>) {
  const { formProps, isBusy, thanks, errors, clearError } = useLateForm(async (values) => {
    const { requestByMail } = await loadAwaited(() => import('./stock-alert-calls.ts'))
    return requestByMail(values)
  })
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (thanks !== undefined) done.current?.focus()
  }, [thanks])

  const failure = errors['form'] ?? errors['productId']
  if (thanks !== undefined)
    return (
      <p ref={done} tabIndex={-1} className="mt-3 font-medium text-pretty outline-none">
        {thanks}
      </p>
    )
  return (
    <form {...formProps} action="/api/back-in-stock/form" className="mt-2 grid gap-2">
      <p className="mb-2 text-pretty">We write to you once, and never share your address.</p>
      <input type="hidden" name="productId" value={productId} />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        required
        error={errors['email']}
        onChange={() => clearError('email')}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit">{isBusy ? 'Sending...' : 'Tell me'}</Button>
        {failure === undefined ? null : (
          <p role="alert" className="font-medium text-danger-deep">
            {failure}
          </p>
        )}
      </div>
    </form>
  )
}
