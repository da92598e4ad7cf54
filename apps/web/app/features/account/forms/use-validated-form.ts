import type { FieldErrors, FormSchema, FormValues } from '@nashta/browser/form-validation'
import { useForm } from '@nashta/browser/forms/use-form'

export type FormOptions<Schema extends FormSchema, Name extends string> = {
  /** A function loads the schema when the form is used. */
  schema: Schema | (() => Promise<Schema>)
  labels: Record<Name, string>
  send: (values: FormValues<Schema>) => Promise<void>
  /** Shown when the user pool sent no message. */
  fallbackMessage: string
}

/** A form of the account pages: it has a label for each field, and lists several wrong fields above. */
export function useValidatedForm<Schema extends FormSchema, Name extends string & keyof FieldErrors<Schema>>(
  options: FormOptions<Schema, Name>,
) {
  const { schema, labels, send, fallbackMessage } = options
  const { element, formProps, field, isBusy, failure, summary } = useForm<Schema>({
    schema,
    send,
    failed: fallbackMessage,
    hasSummary: true,
  })
  const names = Object.keys(labels).filter((name): name is Name => summary.names.includes(name))
  return {
    element,
    formProps,
    /** For the submit button. */
    status: { busy: isBusy, failure },
    fieldProps: (name: Name) => ({ ...field(name), label: labels[name] }),
    messages: {
      invalidSubmits: summary.wrongSubmits,
      invalidFields: names.map((name) => ({ id: summary.idOf(name), label: labels[name] })),
    },
  }
}
