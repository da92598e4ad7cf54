import {
  type AnyForm,
  type FieldErrors,
  type FormValues,
  validateForm,
} from '@nashta/browser/form-validation'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { messageOf } from './account-error.ts'
import { formValues } from './form-values.ts'

export type FormOptions<Form extends AnyForm, Name extends string> = {
  form: Form
  labels: Record<Name, string>
  send: (values: FormValues<Form>) => Promise<void>
  /** Said when a failure has no words of its own. */
  fallback: string
}

type State<Name extends string> = {
  busy: boolean
  /** Each goes when its field is edited. */
  errors: Partial<Record<Name, string>>
  failure: string | null
  /** The fields that were wrong when the form was last sent, and how often that has happened. */
  wrong: Name[]
  refusals: number
}

/** A form whose fields keep their own values: what was typed before the script came is not lost. */
export function useForm<Form extends AnyForm, Name extends string & keyof FieldErrors<Form>>(
  options: FormOptions<Form, Name>,
) {
  const { form, labels, send, fallback } = options
  const id = useId()
  const [state, setState] = useState<State<Name>>({
    busy: false,
    errors: {},
    failure: null,
    wrong: [],
    refusals: 0,
  })
  const { busy, errors, failure, wrong, refusals } = state
  const idOf = (name: Name) => `${id}${name}`

  // A single wrong field is gone to at once; several are led to by their summary.
  const goTo = wrong.length === 1 && wrong[0] !== undefined ? idOf(wrong[0]) : null
  useEffect(() => {
    if (goTo !== null) document.getElementById(goTo)?.focus()
  }, [goTo, refusals])

  async function submit(values: unknown) {
    const result = validateForm(form, values)
    if (result.ok) return attempt(() => send(result.values))

    const found = result.errors as State<Name>['errors']
    const names = (Object.keys(labels) as Name[]).filter((name) => found[name] !== undefined)
    setState({ busy: false, errors: found, failure: null, wrong: names, refusals: refusals + 1 })
  }

  async function attempt(work: () => Promise<void>, otherwise = fallback) {
    if (busy) return
    const idle = { busy: false, errors: {}, failure: null, wrong: [], refusals }
    setState({ ...idle, busy: true })
    try {
      await work()
      setState(idle)
    } catch (error) {
      setState({ ...idle, failure: messageOf(error, otherwise) })
    }
  }

  return {
    busy,
    field: (name: Name) => ({ id: idOf(name), name, label: labels[name], error: errors[name] }),
    /** For what the form does besides being sent. */
    attempt,
    props: {
      method: 'post',
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        void submit(formValues(event.currentTarget))
      },
      onInput({ target }: FormEvent<HTMLFormElement>) {
        const { name } = target as HTMLInputElement
        if (name in errors) setState({ ...state, errors: { ...errors, [name]: undefined } })
      },
    } as const,
    notes: { failure, refusals, wrong: wrong.map((name) => ({ id: idOf(name), label: labels[name] })) },
  }
}
