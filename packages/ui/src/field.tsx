import { type ComponentProps, type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  /** The id of the control; generated if absent. */
  id?: string | undefined
  /** Shown below the control instead of the hint. Screen readers read it out with the control. */
  error?: string | undefined
  hint?: string | undefined
}

/** The attributes that connect a control with its label, its hint and its error. */
type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const CONTROL_LOOK =
  'h-12 w-full min-w-0 rounded-2xl border-[1.5px] border-ink-soft bg-white px-4 aria-invalid:border-raspberry'

/** A control with its label above and its error or hint below. */
export function Field({
  label,
  id,
  error,
  hint,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const note = error ?? hint
  const noteId = `${controlId}-note`
  return (
    <div className="min-w-0">
      <label htmlFor={controlId} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note ? (
        <p
          id={noteId}
          className={`mt-1.5 text-[0.9375rem] ${error ? 'font-medium text-raspberry-deep' : 'text-ink-soft'}`}
        >
          {note}
        </p>
      ) : null}
    </div>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & FieldProps

export function TextField({ label, id, error, hint, ...input }: TextFieldProps) {
  return (
    <Field label={label} id={id} error={error} hint={hint}>
      {(control) => <input {...input} {...control} className={CONTROL_LOOK} />}
    </Field>
  )
}

export const COMPACT_CONTROL_LOOK =
  'h-12 w-full min-w-0 rounded-2xl border-[1.5px] border-ink-soft/65 bg-white px-3 font-medium sm:px-4 transition-colors duration-200 hover:border-ink'

/** A control with a small label above, and neither error nor hint. */
export function CompactField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-sm font-medium text-ink-soft">{label}</span>
      {children}
    </label>
  )
}
