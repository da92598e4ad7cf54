import type { useForm } from '@nashta/browser/forms/use-form'
import { SLIDE_ARTS } from '@nashta/contracts/storefront/home-rules'
import { TextField } from '@nashta/ui/field'
import { SelectInput } from '../../ui/inputs.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import type { SlideDraft } from './home-drafts.ts'

export type SlideFieldsProps = {
  slide: SlideDraft
  /** The beginning of the names of its fields, such as `home.slides.2`. */
  path: string
  field: ReturnType<typeof useForm>['field']
  /** Pages of the shop to lead to. */
  links: readonly string[]
  onChange: (slide: SlideDraft) => void
}

export function SlideFields({ slide, path, field, links, onChange }: SlideFieldsProps) {
  return (
    <div className="grid gap-x-3 gap-y-2.5 sm:grid-cols-2">
      <TextField
        {...field(`${path}.title`)}
        label="Title"
        hint="Up to 60 letters; it stands in two lines"
        value={slide.title}
        onChange={({ target }) => onChange({ ...slide, title: target.value })}
      />
      <TextField
        {...field(`${path}.to`)}
        label="SHOP NOW leads to"
        hint="A page of your shop, such as /collections/donuts"
        suggestions={links}
        value={slide.to}
        onChange={({ target }) => onChange({ ...slide, to: target.value })}
      />
      <div className="sm:col-span-2">
        <TextField
          {...field(`${path}.text`)}
          label="Text"
          value={slide.text}
          onChange={({ target }) => onChange({ ...slide, text: target.value })}
        />
      </div>
      <PictureInput
        label="Picture"
        hint="Best 1200 × 960 pixels or more, with nothing important at the edges"
        error={field(`${path}.picture`).error}
        value={slide.picture}
        onChange={(picture) => onChange({ ...slide, picture })}
      />
      <div>
        {slide.picture === '' ? (
          <SelectInput
            name={`${path}.art`}
            label="Or a picture of the store"
            value={slide.art}
            options={[['', 'None'], ...SLIDE_ARTS]}
            onChange={(art) => onChange({ ...slide, art })}
          />
        ) : null}
        <TextField
          {...field(`${path}.alt`)}
          label="What the picture shows"
          hint="For those who do not see it"
          value={slide.alt}
          onChange={({ target }) => onChange({ ...slide, alt: target.value })}
        />
      </div>
    </div>
  )
}
