import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { type FormEvent, useRef, useState } from 'react'

/** The errors by the names of their fields. `form` is an error of no field. */
export type LateErrors = Readonly<Partial<Record<string, string>>>

export type LateResult = { thanks: string } | { errors: LateErrors }

type State = { isBusy: boolean; thanks?: string; errors?: LateErrors }

/**
 * A form of a public page that also works without scripts. `send` loads the form's rules with the first
 * submit, because most visitors never send it.
 */
export function useLateForm(send: (values: Record<string, string>) => Promise<LateResult>) {
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const [{ isBusy, thanks, errors = {} }, setState] = useState<State>({ isBusy: false })

  async function submit() {
    if (!form.current || isBusy) return
    const values = Object.fromEntries(new FormData(form.current).entries()) as Record<string, string>
    setState({ isBusy: true })
    const result = await send(values).catch(() => ({ errors: { form: STORE_UNREACHABLE } }))
    setState({ isBusy: false, ...result })
    if ('thanks' in result) form.current?.reset()
    else focusFirstError(form.current, result.errors)
  }

  return {
    isBusy,
    thanks,
    errors,
    clearError: (name: string) => {
      if (errors[name] !== undefined) setState({ isBusy, errors: { ...errors, [name]: undefined } })
    },
    formProps: {
      ref: form,
      // Without scripts the browser checks the form, sends it, and shows the page of the reply.
      // `data-late` keeps a submission until the scripts run, so that the shopper stays on this page.
      method: 'post',
      'data-late': '',
      noValidate: isHydrated,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        void submit()
      },
    } as const,
  }
}

function focusFirstError(form: HTMLFormElement | null, errors: LateErrors) {
  const fields = Array.from(form?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [])
  fields.find(({ name }) => errors[name] !== undefined)?.focus()
}
