import type { useForm } from '@nashta/browser/forms/use-form'
import { TextField } from '@nashta/ui/field'
import { CheckInput } from '../../ui/inputs.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { type ShelfDraft, withName } from './shelf-drafts.ts'

export type ShelfFieldsProps = {
  shelf: ShelfDraft
  /** The beginning of the names of its fields, such as `shelves.2`. */
  path: string
  field: ReturnType<typeof useForm>['field']
  onChange: (shelf: ShelfDraft) => void
}

export function ShelfFields({ shelf, path, field, onChange }: ShelfFieldsProps) {
  return (
    <div className="grid gap-x-3 gap-y-2.5 sm:grid-cols-2">
      <TextField
        {...field(`${path}.name`)}
        label="Name"
        value={shelf.name}
        onChange={({ target }) => onChange(withName(shelf, target.value))}
      />
      <TextField
        {...field(`${path}.slug`)}
        label="Address of its page"
        hint={
          shelf.was === ''
            ? 'After /collections/. Leave empty to make it from the name'
            : 'After /collections/. An old address leads to the new one'
        }
        value={shelf.slug}
        onChange={({ target }) => onChange({ ...shelf, slug: target.value })}
      />
      <div className="sm:col-span-2">
        <TextField
          {...field(`${path}.text`)}
          label="Text"
          hint="A sentence on its page. Optional"
          value={shelf.text}
          onChange={({ target }) => onChange({ ...shelf, text: target.value })}
        />
      </div>
      <PictureInput
        label="Picture"
        hint="For its tile on the home page and the top of its page. Best square"
        error={field(`${path}.picture`).error}
        value={shelf.picture}
        onChange={(picture) => onChange({ ...shelf, picture })}
      />
      <div className="self-center">
        <CheckInput
          name={`${path}.isHidden`}
          label="Hidden: no tile, no page, and no product says that it is on it"
          checked={shelf.isHidden}
          onChange={(isHidden) => onChange({ ...shelf, isHidden })}
        />
      </div>
    </div>
  )
}
