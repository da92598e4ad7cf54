import { ALLERGENS, DIETS } from '@nashta/contracts/catalogue/product-facts'
import { CATEGORIES } from '@nashta/contracts/constants'
import { Card } from '../../ui/controls.tsx'
import { CheckInput, SelectInput, TextInput, type TextInputProps } from '../../ui/inputs.tsx'
import { Pictures } from './pictures.tsx'
import { NUTRIENTS, type ProductValues } from './product-values.ts'

/** The names of the fields whose values are strings. */
type TextName = {
  [Name in keyof ProductValues]: ProductValues[Name] extends string ? Name : never
}[keyof ProductValues]

const NOT_KNOWN = ['', 'not known'] as const

export type ProductFormProps = {
  values: ProductValues
  errors: Readonly<Record<string, string>>
  /** Called with a function that makes the new values from the current ones. */
  onChange: (change: (values: ProductValues) => ProductValues) => void
}

export function ProductForm({ values, errors, onChange }: ProductFormProps) {
  const setValue = <Name extends keyof ProductValues>(name: Name, value: ProductValues[Name]) =>
    onChange((current) => ({ ...current, [name]: value }))

  /**
   * `errorName` is the key of the field's error in `errors`, by default the name of the field. It
   * is empty for a field that shows no error.
   */
  const renderField = (
    name: TextName,
    label: string,
    options: Partial<TextInputProps> & { errorName?: string } = {},
  ) => {
    const { errorName = name, ...input } = options
    return (
      <TextInput
        {...input}
        label={label}
        value={values[name]}
        error={errors[errorName]}
        onChange={(value) => setValue(name, value)}
      />
    )
  }

  return (
    <div className="grid gap-4">
      <Card title="Product">
        <div className="grid gap-3 sm:grid-cols-2">
          {renderField('name', 'Name', { required: true })}
          {renderField('category', 'Category', { suggestions: CATEGORIES })}
          <div className="sm:col-span-2">{renderField('description', 'Description', { rows: 4 })}</div>
        </div>
      </Card>
      <Card title="Pictures">
        <Pictures
          pictures={values.pictures}
          onChange={(change) => onChange((current) => ({ ...current, pictures: change(current.pictures) }))}
        />
      </Card>
      <Card title="Price and stock">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {renderField('price', 'Price ₹', { required: true, inputMode: 'decimal' })}
          {renderField('mrp', 'MRP ₹', { inputMode: 'decimal' })}
          {renderField('stock', 'Stock', { inputMode: 'numeric', hint: 'Empty: unlimited' })}
          {renderField('lowStockLevel', 'Low at', { inputMode: 'numeric' })}
        </div>
      </Card>
      <Card title="Pack">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {renderField('netQuantity', 'Net quantity', { inputMode: 'decimal' })}
          <SelectInput
            label="Unit"
            value={values.netUnit}
            options={['g', 'ml', 'piece']}
            onChange={(unit) => setValue('netUnit', unit)}
          />
          {renderField('packLabel', 'Label of the pack', { hint: 'Such as 250 g' })}
          {renderField('family', 'Family', { hint: 'The same word for every pack of a snack' })}
        </div>
      </Card>
      <Card title="What is in it">
        <div className="grid gap-3">
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
            <SelectInput
              label="Diet"
              value={values.diet}
              options={[NOT_KNOWN, ...DIETS]}
              onChange={(diet) => setValue('diet', diet)}
            />
            <CheckInput label="Vegan" checked={values.vegan} onChange={(vegan) => setValue('vegan', vegan)} />
            <CheckInput label="Jain" checked={values.jain} onChange={(jain) => setValue('jain', jain)} />
          </div>
          {renderField('ingredients', 'Ingredients, in descending order of weight', { rows: 3 })}
          <Choices
            legend="Contains"
            choices={ALLERGENS}
            chosen={values.contains}
            onChange={(contains) => onChange((current) => ({ ...current, contains, allergensKnown: true }))}
          />
          <Choices
            legend="May contain"
            choices={ALLERGENS}
            chosen={values.mayContain}
            onChange={(mayContain) =>
              onChange((current) => ({ ...current, mayContain, allergensKnown: true }))
            }
          />
          <CheckInput
            label="The allergens above are complete, be it none"
            checked={values.allergensKnown}
            onChange={(known) =>
              onChange((current) =>
                known
                  ? { ...current, allergensKnown: true }
                  : { ...current, allergensKnown: false, contains: [], mayContain: [] },
              )
            }
          />
        </div>
      </Card>
      <Card title="Nutrition in 100 g or 100 ml">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {NUTRIENTS.map(([name, label]) => (
            <TextInput
              key={name}
              label={label}
              inputMode="decimal"
              value={values.nutrition[name] ?? ''}
              onChange={(text) =>
                onChange((current) => ({ ...current, nutrition: { ...current.nutrition, [name]: text } }))
              }
            />
          ))}
        </div>
        {errors['nutrition'] ? <p className="mt-2 text-raspberry-deep">{errors['nutrition']}</p> : null}
      </Card>
      <Card title="Origin and tax">
        <div className="grid gap-3 sm:grid-cols-3">
          {renderField('shelfLifeDays', 'Shelf life, days', { inputMode: 'numeric' })}
          {renderField('storage', 'How to store it')}
          {renderField('origin', 'Country of origin', { hint: 'Two letters, such as IN' })}
          {renderField('importer', 'Importer')}
          {renderField('makerName', 'Maker', { errorName: 'maker' })}
          {renderField('makerAddress', 'Address of the maker', { errorName: '' })}
          {renderField('makerFssai', 'FSSAI number of the maker', { errorName: '', inputMode: 'numeric' })}
          {renderField('hsn', 'HSN code', { inputMode: 'numeric' })}
          <SelectInput
            label="GST rate, %"
            value={values.gstRate}
            options={[NOT_KNOWN, '0', '5', '18', '40']}
            onChange={(rate) => setValue('gstRate', rate)}
          />
        </div>
      </Card>
    </div>
  )
}

type ChoicesProps = {
  legend: string
  choices: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ legend, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4">
        {choices.map((choice) => (
          <CheckInput
            key={choice}
            label={choice}
            checked={chosen.includes(choice)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, choice] : chosen.filter((each) => each !== choice))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
