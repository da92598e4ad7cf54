import type { useForm } from '@nashta/browser/forms/use-form'
import { TextField } from '@nashta/ui/field'
import { moved } from '../../data/moved.ts'
import { Action } from '../../ui/controls.tsx'
import { CheckInput } from '../../ui/inputs.tsx'
import { MoveActions } from '../../ui/move-actions.tsx'
import { type EntryDraft, newEntry } from './menu-drafts.ts'

export type EntryListProps = {
  entries: readonly EntryDraft[]
  max: number
  /** The beginning of the names of its fields, such as `header` or `footer.0.links`. */
  path: string
  field: ReturnType<typeof useForm>['field']
  /** Pages of the shop to lead to. */
  pages: readonly string[]
  onChange: (entries: readonly EntryDraft[]) => void
}

/** The entries of one menu, in their order. */
export function EntryList({ entries, max, path, field, pages, onChange }: EntryListProps) {
  const error = field(path).error
  return (
    <>
      <ol className="space-y-2">
        {entries.map((entry, index) => {
          const set = (fields: Partial<EntryDraft>) => onChange(entries.with(index, { ...entry, ...fields }))
          return (
            <li key={entry.id} className="rounded-lg border border-line bg-white/50 p-3">
              <div className="grid grid-cols-1 gap-x-3 sm:grid-cols-2">
                <TextField
                  {...field(`${path}.${index}.label`)}
                  label="Text"
                  value={entry.label}
                  onChange={({ target }) => set({ label: target.value })}
                />
                <TextField
                  {...field(`${path}.${index}.to`)}
                  label="Leads to"
                  suggestions={pages}
                  value={entry.to}
                  onChange={({ target }) => set({ to: target.value })}
                />
              </div>
              <div className="flex flex-wrap items-center gap-x-3">
                <span className="grow">
                  <CheckInput
                    label="Only while its shelf has snacks"
                    checked={entry.hidesWhenEmpty}
                    onChange={(hidesWhenEmpty) => set({ hidesWhenEmpty })}
                  />
                </span>
                <MoveActions
                  name={entry.label || 'the entry'}
                  index={index}
                  count={entries.length}
                  onMove={(by) => onChange(moved(entries, index, by))}
                />
                <Action
                  look="plain"
                  aria-label={`Remove ${entry.label || 'the entry'}`}
                  onClick={() => onChange(entries.filter(({ id }) => id !== entry.id))}
                >
                  Remove
                </Action>
              </div>
            </li>
          )
        })}
      </ol>
      {error ? <p className="mt-1 font-medium text-danger-deep">{error}</p> : null}
      {entries.length < max ? (
        <div className="mt-2">
          <Action onClick={() => onChange([...entries, newEntry()])}>Add an entry</Action>
        </div>
      ) : null}
    </>
  )
}
