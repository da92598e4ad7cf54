import type { FormSchema, FormValues } from '@nashta/browser/form-validation'
import { type FormOptions, useForm } from '@nashta/browser/forms/use-form'
import { Failure } from '@nashta/ui/failure'
import type { ReactNode } from 'react'
import { Action } from './controls.tsx'
import { Dialog } from './dialog.tsx'
import { failureText } from './query-state.tsx'

/** A submit that resolves to this leaves the dialog open. */
export const STAYS_OPEN = Symbol('stays open')

export type FormDialogProps<Schema extends FormSchema> = {
  title: string
  submitLabel: string
  isSubmitDisabled?: boolean
  schema: Schema
  /** Makes what the schema checks from the values of the fields. */
  read?: FormOptions<Schema, undefined>['read']
  /** The fields of the form. */
  children: (field: ReturnType<typeof useForm>['field']) => ReactNode
  /** If it resolves, the dialog closes, except to `STAYS_OPEN`. If it rejects, the dialog shows the error. */
  onSubmit: (values: FormValues<Schema>, idempotencyKey: string) => Promise<void | typeof STAYS_OPEN>
  onClosed: () => void
}

/**
 * A dialog with a form. Pressing the button twice submits once. While the form is submitted the
 * button is only `aria-disabled`, because a disabled button loses the focus.
 */
export function FormDialog<Schema extends FormSchema>({ title, onClosed, ...form }: FormDialogProps<Schema>) {
  return (
    <Dialog title={title} onClosed={onClosed}>
      {(close) => <DialogForm {...form} close={close} />}
    </Dialog>
  )
}

type DialogFormProps<Schema extends FormSchema> = Omit<FormDialogProps<Schema>, 'title' | 'onClosed'> & {
  close: () => void
}

function DialogForm<Schema extends FormSchema>(props: DialogFormProps<Schema>) {
  const { submitLabel, isSubmitDisabled = false, schema, read, children, onSubmit, close } = props
  const { formProps, field, isBusy, failure } = useForm<Schema>({
    schema,
    ...(read && { read }),
    failed: failureText,
    async send(values, { idempotencyKey }) {
      if ((await onSubmit(values, idempotencyKey)) !== STAYS_OPEN) close()
    },
  })
  return (
    <form {...formProps} className="grid gap-2">
      {children(field)}
      {/* In reach on a phone, however long the form is. It sticks to the edge of the dialog, inside its padding. */}
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 grid gap-2 bg-paper px-5 pt-2 pb-5">
        {failure ? <Failure>{failure}</Failure> : null}
        <div className="flex flex-wrap gap-2">
          <Action look="main" type="submit" disabled={isSubmitDisabled} aria-disabled={isBusy || undefined}>
            {isBusy ? 'Saving…' : submitLabel}
          </Action>
          <Action onClick={close}>Back</Action>
        </div>
      </div>
    </form>
  )
}
