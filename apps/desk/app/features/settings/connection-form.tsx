import { useForm } from '@nashta/browser/forms/use-form'
import type { FormInput } from '@nashta/contracts/form-fields'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { SelectField } from '@nashta/ui/select-field'
import { fieldValue } from '../../data/form-values.ts'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

type ConnectionFields = Readonly<Record<string, FormInput & { isSecret?: true }>>
type FormSchema = Parameters<typeof useForm>[0]['schema']

export type ConnectionFormProps = {
  label: string
  fields: ConnectionFields
  schema: FormSchema
  /** The stored values, which have no secrets. */
  stored: object
  submit: string
  onSave: (values: object) => Promise<unknown>
}

/** A form with secrets: what is typed stays in the fields alone, and is never saved as a draft. */
export function ConnectionForm({ label, fields, schema, stored, submit, onSave }: ConnectionFormProps) {
  const values = new Map<string, unknown>(Object.entries(stored))
  const form = useForm({
    schema,
    failed: failureText,
    read: (typed) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) => {
          const value = fieldValue(name, field, typed)
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    async send(valid) {
      await onSave(valid as object)
      form.element.current?.reset()
    },
  })
  const textOf = (name: string) => {
    const value = values.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return (
    <form {...form.formProps} aria-label={label} className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
      {Object.entries(fields).map(([name, { kind, label: text, hint, choices = [], initial, isSecret }]) => {
        const field = { ...form.field(name), label: text, hint }
        if (isSecret) return <PasswordField key={name} {...field} autoComplete="off" />
        if (kind === 'choice') {
          const options = choices.map((choice) =>
            typeof choice === 'object'
              ? { value: choice[0], label: choice[1] }
              : { value: String(choice), label: String(choice) },
          )
          const chosen = textOf(name) || (initial ?? '')
          // React does not change the default of a field that is there, and the reset shows the default.
          return <SelectField key={`${name} ${chosen}`} {...field} defaultValue={chosen} options={options} />
        }
        return (
          <TextField
            key={name}
            {...field}
            defaultValue={textOf(name)}
            autoComplete="off"
            {...(kind === 'count' && { inputMode: 'numeric' as const })}
          />
        )
      })}
      <div className="grid gap-2 sm:col-span-2">
        {form.failure ? <Failure>{form.failure}</Failure> : null}
        <div>
          <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
            {form.isBusy ? 'Trying …' : submit}
          </Action>
        </div>
      </div>
    </form>
  )
}
