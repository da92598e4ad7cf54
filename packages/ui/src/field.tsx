import { type ComponentProps, type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  /** The id of the control; generated if absent. */
  id?: string | undefined
  /** Shown below the control instead of the hint. Screen readers read it out with the control. */
  error?: string | undefined
  hint?: string | undefined
  /** False for a hint that is not needed now. Its space stays reserved. */
  isHintShown?: boolean | undefined
}

/** The attributes that connect a control with its label, its hint and its error. */
type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

const CONTROL_BASE =
  'w-full min-w-0 rounded-(--control-radius) border-[1.5px] border-ink-soft bg-white px-(--control-padding) aria-invalid:border-danger'

export const CONTROL_LOOK = `${CONTROL_BASE} h-(--control-height)`
export const TEXT_AREA_LOOK = `${CONTROL_BASE} py-2.5`

/** A control with its label above and its error or hint below. */
export function Field({
  label,
  id,
  error,
  hint,
  isHintShown,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const { note, describedBy } = noteOf(controlId, { error, hint, isHintShown })
  return (
    <div className="min-w-0">
      <label htmlFor={controlId} className="mb-1.5 block text-(length:--label-size) font-semibold">
        {label}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy,
      })}
      {note}
    </div>
  )
}

type NoteProps = Pick<FieldProps, 'error' | 'hint' | 'isHintShown'>

/**
 * The error or the hint below a control. The space of one line, or of the hint, is reserved, so
 * that nothing moves under a finger when a text comes or goes.
 */
function noteOf(controlId: string, { error, hint, isHintShown = true }: NoteProps) {
  const noteId = `${controlId}-note`
  const isHintVisible = hint !== undefined && isHintShown && !error
  const note = (
    <div className="mt-1 grid min-h-lh text-(length:--note-size) *:[grid-area:1/1]">
      {hint === undefined ? null : (
        <p
          {...(isHintVisible && { id: noteId })}
          className={`text-ink-soft ${isHintVisible ? '' : 'invisible'}`}
        >
          {hint}
        </p>
      )}
      {error ? (
        <p id={noteId} className="font-medium text-danger-deep">
          {error}
        </p>
      ) : null}
    </div>
  )
  return { note, describedBy: error || isHintVisible ? noteId : undefined }
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> &
  FieldProps & {
    /** Values to choose from. Others may be typed. */
    suggestions?: readonly string[]
  }

export function TextField({ label, id, error, hint, isHintShown, suggestions, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, id, error, hint, isHintShown }}>
      {(control) => (
        <>
          <input
            {...input}
            {...control}
            {...(suggestions && { list: `${control.id}-suggestions` })}
            className={CONTROL_LOOK}
          />
          {suggestions ? (
            <datalist id={`${control.id}-suggestions`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion}>{suggestion}</option>
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </Field>
  )
}

export const COMPACT_CONTROL_LOOK =
  'h-(--control-height) w-full min-w-0 rounded-(--control-radius) border-[1.5px] border-ink-soft/65 bg-white px-3 font-medium sm:px-4 transition-colors duration-200 hover:border-ink'

/** A control with a small label above, and neither error nor hint. */
export function CompactField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-sm font-medium text-ink-soft">{label}</span>
      {children}
    </label>
  )
}
