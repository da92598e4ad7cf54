import { type ProductField, SECTIONS } from '@nashta/contracts/catalogue/product-fields'
import type { FormInput } from '@nashta/contracts/form-fields'
import { Fragment } from 'react'
import { inputsOf, withInput } from '../../data/form-values.ts'
import { Card } from '../../ui/controls.tsx'
import { FieldInput } from '../../ui/field-input.tsx'
import { Pictures } from './pictures.tsx'
import { FORM_FIELDS, type ProductValues } from './product-values.ts'
import { ShelfChoice } from './shelf-choice.tsx'

const COLUMNS: Partial<Record<(typeof SECTIONS)[number], string>> = {
  Product: 'sm:grid-cols-2',
  'Origin and tax': 'sm:grid-cols-3',
}

const INPUTS = Object.entries<ProductField>(FORM_FIELDS).flatMap(([field, row]) => {
  const { section, rules } = row
  const isRequired = rules.create === rules.schema
  const inputs = row.kind === 'list' ? [] : inputsOf(field, row)
  return inputs.map(({ name, input }) => ({ name, input, section, isRequired }))
})

export type ProductFormProps = {
  values: ProductValues
  errors: Readonly<Record<string, string>>
  /** The names of all shelves. */
  shelfNames: readonly string[]
  /** Called with a function that makes the new values from the current ones. */
  onChange: (change: (values: ProductValues) => ProductValues) => void
}

export function ProductForm({ values, errors, shelfNames, onChange }: ProductFormProps) {
  const valueOf = new Map<string, unknown>(Object.entries(values))

  return (
    <div className="grid gap-4">
      {SECTIONS.map((section) => (
        <Fragment key={section}>
          <Card title={section}>
            <div className={`grid gap-x-3 gap-y-2.5 ${COLUMNS[section] ?? 'grid-cols-2 sm:grid-cols-4'}`}>
              {INPUTS.filter((each) => each.section === section).map(({ name, input, isRequired }) => (
                <div key={name} className={placeOf(input)}>
                  <FieldInput
                    name={name}
                    input={input}
                    value={valueOf.get(name)}
                    error={errors[name]}
                    required={isRequired}
                    onChange={(value) => onChange((current) => withInput(FORM_FIELDS, current, name, value))}
                  />
                </div>
              ))}
            </div>
            {section === 'Product' ? (
              <ShelfChoice
                names={shelfNames}
                chosen={values.shelves}
                error={errors['category'] ?? errors['categories']}
                onChange={(shelves) => onChange((current) => ({ ...current, shelves }))}
              />
            ) : null}
          </Card>
          {section === 'Product' ? (
            <Card title="Pictures">
              <Pictures
                pictures={values.pictures}
                onChange={(change) =>
                  onChange((current) => ({ ...current, pictures: change(current.pictures) }))
                }
              />
            </Card>
          ) : null}
        </Fragment>
      ))}
    </div>
  )
}

/** Long texts and lists of choices take a whole row. A checkbox stands at the bottom of its row. */
function placeOf({ kind, rows }: FormInput) {
  if (rows !== undefined || kind === 'choices') return 'col-span-full'
  return kind === 'flag' ? 'self-end' : undefined
}
