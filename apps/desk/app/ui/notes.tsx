import type { FormSchema, FormValues } from '@nashta/browser/form-validation'
import { useForm } from '@nashta/browser/forms/use-form'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { formatTime } from '../data/formats.ts'
import { Action } from './controls.tsx'
import { failureText } from './query-state.tsx'

export type NotesProps<Note, Schema extends FormSchema> = {
  notes: readonly Note[]
  schema: Schema
  /** Null for an operator who may not add notes. */
  onAdd: ((body: FormValues<Schema>, idempotencyKey: string) => Promise<unknown>) | null
  onRemove?: (note: Note) => void
  /** The customers to choose from: a note is about one of them. Absent if there is only one. */
  persons?: readonly { value: string; label: string }[] | undefined
}

/**
 * Notes of operators. No page of the shop shows them; those about a customer are in the download of that customer's data.
 * What the operator types while a note is saved stays in the field.
 */
export function Notes<
  Note extends { at: string; by: string; text: string; about?: string },
  Schema extends FormSchema,
>({ notes, schema, onAdd, onRemove, persons }: NotesProps<Note, Schema>) {
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
                  {aboutText(persons, note)}
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
          {persons ? (
            <SelectField
              {...field('about')}
              label="The note is about"
              hint="Who has an account can download the notes about them"
              placeholder="Please choose"
              required
              options={persons}
            />
          ) : null}
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <TextField
              {...field('text')}
              label="New note"
              hint="Shown only at the desk"
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

function aboutText(persons: readonly { value: string; label: string }[] = [], { about }: { about?: string }) {
  const person = persons.find(({ value }) => value === about)
  return person ? `, about ${person.label}` : ''
}

function textIn(form: HTMLFormElement | null) {
  return form ? new FormData(form).get('text') : null
}
