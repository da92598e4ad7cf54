import {
  type FormSchema,
  type FieldErrors,
  type FormValues,
  validateForm,
} from '@nashta/browser/form-validation'
import { messageOf } from '@nashta/browser/identity/account-error'
import { type FormEvent, useEffect, useId, useState } from 'react'

export type FormOptions<Schema extends FormSchema, Name extends string> = {
  schema: Schema
  labels: Record<Name, string>
  send: (values: FormValues<Schema>) => Promise<void>
  /** Shown when the user pool sent no message. */
  fallbackMessage: string
}

type State<Schema extends FormSchema, Name extends string> = {
  busy: boolean
  /** The messages at the fields. Editing a field removes its message. */
  errors: FieldErrors<Schema>
  failure: string | null
  /** The fields that were invalid at the last submit. Editing a field does not remove it here. */
  invalidNames: Name[]
  /** How often the form was submitted with invalid fields. */
  invalidSubmits: number
}

/**
 * Validates a form when it is submitted, and sends its values if they are valid. The fields are
 * uncontrolled, so text that was typed before hydration is not lost.
 */
export function useValidatedForm<Schema extends FormSchema, Name extends string & keyof FieldErrors<Schema>>(
  options: FormOptions<Schema, Name>,
) {
  const { schema, labels, send, fallbackMessage } = options
  const id = useId()
  const [state, setState] = useState<State<Schema, Name>>({
    busy: false,
    errors: {},
    failure: null,
    invalidNames: [],
    invalidSubmits: 0,
  })
  const { busy, errors, failure, invalidNames, invalidSubmits } = state
  const idOf = (name: Name) => `${id}${name}`

  // A single invalid field gets the focus at each submit. Several invalid fields are listed in a
  // summary, which takes the focus.
  const focusName = invalidNames.length === 1 ? invalidNames[0] : undefined
  const focusId = focusName === undefined ? null : idOf(focusName)
  useEffect(() => {
    if (focusId !== null) document.getElementById(focusId)?.focus()
  }, [focusId, invalidSubmits])

  async function submit(values: unknown) {
    if (busy) return
    const result = validateForm(schema, values)
    if (result.ok) return attempt(() => send(result.values))

    setState({
      busy: false,
      errors: result.errors,
      failure: null,
      invalidNames: Object.keys(labels).filter((name): name is Name => name in result.errors),
      invalidSubmits: invalidSubmits + 1,
    })
  }

  /** Runs the work of a button. The form is busy meanwhile, and shows the message of a failure. */
  async function attempt(work: () => Promise<void>, fallback = fallbackMessage) {
    if (busy) return
    const idle = { busy: false, errors: {}, failure: null, invalidNames: [], invalidSubmits }
    setState({ ...idle, busy: true })
    try {
      await work()
      setState(idle)
    } catch (error) {
      setState({ ...idle, failure: messageOf(error, fallback) })
    }
  }

  return {
    busy,
    fieldProps: (name: Name) => ({ id: idOf(name), name, label: labels[name], error: errors[name] }),
    /** For another button of the form, such as one that sends a new code. */
    attempt,
    formProps: {
      // Without JavaScript, a GET would put the password into the address.
      method: 'post',
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        void submit(formValues(event.currentTarget))
      },
      onInput({ target }: FormEvent<HTMLFormElement>) {
        const name = isField(target) ? target.name : ''
        if (name in errors) setState({ ...state, errors: { ...errors, [name]: undefined } })
      },
    } as const,
    messages: {
      failure,
      invalidSubmits,
      invalidFields: invalidNames.map((name) => ({ id: idOf(name), label: labels[name] })),
    },
  }
}

function formValues(form: HTMLFormElement): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {}
  for (const element of form.elements) {
    if (!isField(element)) continue
    values[element.name] =
      element instanceof HTMLInputElement && element.type === 'checkbox' ? element.checked : element.value
  }
  return values
}

export function isField(target: EventTarget): target is HTMLInputElement | HTMLSelectElement {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
}
