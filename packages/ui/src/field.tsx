import { type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  /** Its control's, for whoever wants to lead somebody there. */
  id?: string | undefined
  /** Said below the field, and read out with it. */
  error?: string | undefined
  hint?: string | undefined
}

/** What ties a control to its label, its hint and its error. */
type Ties = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const CONTROL_LOOK =
  'h-12 w-full min-w-0 rounded-2xl border-[1.5px] border-ink-soft bg-white px-4 aria-invalid:border-raspberry'

/** A control below its label, with what there is to say about it. */
export function Field({
  label,
  id,
  error,
  hint,
  children,
}: FieldProps & { children: (ties: Ties) => ReactNode }) {
  const ownId = useId()
  const controlId = id ?? ownId
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
