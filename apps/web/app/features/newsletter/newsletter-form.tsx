import { STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import { Button } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { SectionHeading } from '@nashta/ui/layout'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { type FormEvent, useRef, useState } from 'react'
import type { SubscribeErrors } from './subscribe.ts'

type State = { busy: boolean; thanks?: string; errors?: SubscribeErrors }

export function NewsletterForm() {
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const [{ busy, thanks, errors = {} }, setState] = useState<State>({ busy: false })

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    setState({ busy: true })
    const result = await send(textOf(fields, 'name'), textOf(fields, 'email'))
    setState({ busy: false, ...result })
    if ('thanks' in result) form.current?.reset()
    else focusFirstError(form.current, result.errors)
  }

  function clearError(field: 'name' | 'email') {
    if (errors[field]) setState({ busy, errors: { ...errors, [field]: undefined } })
  }

  return (
    <section aria-labelledby="newsletter-title" className="rounded-[2rem] bg-butter lg:rounded-[2.5rem]">
      <div className="grid gap-x-16 gap-y-8 px-6 py-12 sm:px-12 lg:grid-cols-2 lg:items-center lg:px-[4.6rem] lg:py-20">
        <div>
          <SectionHeading id="newsletter-title">First dibs on fresh batches</SectionHeading>
          <p className="mt-4 max-w-md text-lg text-pretty">
            New flavours and seasonal sweets, by mail. Now and then, never more.
          </p>
        </div>
        <form
          ref={form}
          // Without JavaScript the browser sends the form, checks it, and shows the page of the reply.
          // `data-late` keeps a submission until the scripts run, so that the shopper stays on this page.
          action="/api/newsletter/form"
          method="post"
          data-late=""
          noValidate={isHydrated}
          onSubmit={(event) => void onSubmit(event)}
          className="grid gap-4 sm:grid-cols-2"
        >
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={PERSON_NAME_MAX_LENGTH}
            required
            error={errors.name}
            onChange={() => clearError('name')}
          />
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={EMAIL_MAX_LENGTH}
            required
            error={errors.email}
            onChange={() => clearError('email')}
          />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
            <Button type="submit">{busy ? 'Subscribing...' : 'Subscribe'}</Button>
            <output className="font-medium text-pistachio">{thanks}</output>
            {errors.form ? (
              <p role="alert" className="font-medium text-danger-deep">
                {errors.form}
              </p>
            ) : null}
          </div>
        </form>
      </div>
    </section>
  )
}

function textOf(fields: FormData, name: string) {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

async function send(name: string, email: string) {
  try {
    const { subscribe } = await import('./subscribe.ts')
    return await subscribe({ name, email })
  } catch {
    // The module could not be loaded, or failed unexpectedly.
    return { errors: { form: STORE_UNREACHABLE } }
  }
}

function focusFirstError(form: HTMLFormElement | null, errors: SubscribeErrors) {
  const field = errors.name ? 'name' : errors.email ? 'email' : null
  if (field) form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
}
