import type { FormSchema, FormValues } from '@nashta/browser/form-validation'
import { useForm } from '@nashta/browser/forms/use-form'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { formatTime } from '../data/formats.ts'
import { Action } from './controls.tsx'
import { failureText } from './query-state.tsx'

export type NotesProps<Note, Schema extends FormSchema> = {
  notes: readonly Note[]
  schema: Schema
  /** Null for an operator who may not add notes. */
  onAdd: ((body: FormValues<Schema>, idempotencyKey: string) => Promise<unknown>) | null
  onRemove?: (note: Note) => void
}

/** Notes that only operators see. What the operator types while a note is saved stays in the field. */
export function Notes<Note extends { at: string; by: string; text: string }, Schema extends FormSchema>({
  notes,
  schema,
  onAdd,
  onRemove,
}: NotesProps<Note, Schema>) {
  const { element, formProps, field, isBusy, failure } = useForm<FormSchema>({
    schema,
    failed: failureText,
    async send(body, { idempotencyKey }) {
      const typed = textIn(element.current)
      await onAdd?.(body as FormValues<Schema>, idempotencyKey)
      if (textIn(element.current) === typed) element.current?.reset()
    },
  })

  return (
    <>
      {notes.length > 0 ? (
        <ul className="mb-3 grid gap-2">
          {notes.map((note) => (
            <li key={`${note.at} ${note.text}`} className="flex items-start justify-between gap-2">
              <div className="min-w-0">
                <p className="break-words whitespace-pre-line">{note.text}</p>
                <p className="text-sm text-ink-soft">
                  {note.by}, {formatTime(note.at)}
                </p>
              </div>
              {onRemove ? (
                <Action look="plain" aria-label={`Remove note: ${note.text}`} onClick={() => onRemove(note)}>
                  Remove
                </Action>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {onAdd ? (
        <form {...formProps}>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <TextField
              {...field('text')}
              label="New note"
              hint="Only operators see notes"
              maxLength={500}
              required
              autoComplete="off"
            />
            <div className="mt-[1.625rem]">
              <Action type="submit" aria-disabled={isBusy || undefined}>
                Add
              </Action>
            </div>
          </div>
          {failure ? <Failure>{failure}</Failure> : null}
        </form>
      ) : null}
    </>
  )
}

function textIn(form: HTMLFormElement | null) {
  return form ? new FormData(form).get('text') : null
}
