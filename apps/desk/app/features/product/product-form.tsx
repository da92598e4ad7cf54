import { ALLERGENS, DIETS } from '@nashta/contracts/catalogue/product-facts'
import { CATEGORIES } from '@nashta/contracts/constants'
import { type ReactNode, useId } from 'react'
import { Card, INPUT } from '../../ui/controls.tsx'
import { Pictures } from './pictures.tsx'
import { NUTRIENTS, type ProductValues } from './product-values.ts'

/** The names of the fields whose values are plain texts. */
type TextName = {
  [Name in keyof ProductValues]: ProductValues[Name] extends string ? Name : never
}[keyof ProductValues]

export type ProductFormProps = {
  values: ProductValues
  errors: Readonly<Record<string, string>>
  onChange: (change: (values: ProductValues) => ProductValues) => void
}

export function ProductForm({ values, errors, onChange }: ProductFormProps) {
  const set = <Name extends keyof ProductValues>(name: Name, value: ProductValues[Name]) =>
    onChange((current) => ({ ...current, [name]: value }))

  /** `error` is the field's name in the Shop API, when that differs from `name`. */
  const field = (name: TextName, label: string, options: Partial<InputProps> & { error?: string } = {}) => {
    const { error = name, ...input } = options
    return (
      <Input
        {...input}
        label={label}
        value={values[name]}
        error={errors[error]}
        onChange={(value) => set(name, value)}
      />
    )
  }

  return (
    <div className="grid gap-4">
      <Card title="Product">
        <div className="grid gap-3 sm:grid-cols-2">
          {field('name', 'Name', { required: true })}
          {field('category', 'Category', { options: CATEGORIES })}
          <div className="sm:col-span-2">{field('description', 'Description', { rows: 4 })}</div>
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
          {field('price', 'Price ₹', { required: true, inputMode: 'decimal' })}
          {field('mrp', 'MRP ₹', { inputMode: 'decimal' })}
          {field('stock', 'Stock', { inputMode: 'numeric', hint: 'Empty: unlimited' })}
          {field('lowStockLevel', 'Low at', { inputMode: 'numeric' })}
        </div>
      </Card>
      <Card title="Pack">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {field('netQuantity', 'Net quantity', { inputMode: 'decimal' })}
          <Select
            label="Unit"
            value={values.netUnit}
            options={['g', 'ml', 'piece']}
            onChange={(unit) => set('netUnit', unit)}
          />
          {field('packLabel', 'Label of the pack', { hint: 'Such as 250 g' })}
          {field('family', 'Family', { hint: 'The same word for every pack of a snack' })}
        </div>
      </Card>
      <Card title="What is in it">
        <div className="grid gap-3">
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
            <Select
              label="Diet"
              value={values.diet}
              options={['', ...DIETS]}
              onChange={(diet) => set('diet', diet)}
            />
            <Check label="Vegan" checked={values.vegan} onChange={(vegan) => set('vegan', vegan)} />
            <Check label="Jain" checked={values.jain} onChange={(jain) => set('jain', jain)} />
          </div>
          {field('ingredients', 'Ingredients, in descending order of weight', { rows: 3 })}
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
          <Check
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
            <Input
              key={name}
              label={label}
              inputMode="decimal"
              value={values.nutrition[name] ?? ''}
              error={undefined}
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
          {field('shelfLifeDays', 'Shelf life, days', { inputMode: 'numeric' })}
          {field('storage', 'How to store it')}
          {field('origin', 'Country of origin', { hint: 'Two letters, such as IN' })}
          {field('importer', 'Importer')}
          {field('makerName', 'Maker', { error: 'maker' })}
          {field('makerAddress', 'Address of the maker', { error: '' })}
          {field('makerFssai', 'FSSAI number of the maker', { error: '', inputMode: 'numeric' })}
          {field('hsn', 'HSN code', { inputMode: 'numeric' })}
          <Select
            label="GST rate, %"
            value={values.gstRate}
            options={['', '0', '5', '18', '40']}
            onChange={(rate) => set('gstRate', rate)}
          />
        </div>
      </Card>
    </div>
  )
}

type InputProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  hint?: string
  required?: boolean
  inputMode?: 'decimal' | 'numeric'
  /** Suggestions; other values are possible. */
  options?: readonly string[]
  /** A field of several lines. */
  rows?: number
}

function Input({ label, value, error, hint, onChange, options, rows, ...input }: InputProps) {
  const id = useId()
  const note = error ?? hint
  const control = {
    ...input,
    id,
    value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {rows === undefined ? (
        <input
          {...control}
          list={options && `${id}-options`}
          onChange={(event) => onChange(event.target.value)}
          className={INPUT}
        />
      ) : (
        <textarea
          {...control}
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
          className="w-full rounded-lg border border-ink-soft bg-white px-3 py-2 aria-invalid:border-raspberry"
        />
      )}
      {options ? (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </datalist>
      ) : null}
      {note ? (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error ? 'text-raspberry-deep' : 'text-ink-soft'}`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

type SelectProps = {
  label: string
  value: string
  options: readonly string[]
  onChange: (value: string) => void
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label className="min-w-0">
      <span className="mb-1 block text-sm font-medium">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)} className={INPUT}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option || 'not known'}
          </option>
        ))}
      </select>
    </label>
  )
}

function Check({
  label,
  checked,
  onChange,
}: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="inline-flex min-h-10 items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-6 accent-raspberry"
      />
      {label}
    </label>
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
          <Check
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
