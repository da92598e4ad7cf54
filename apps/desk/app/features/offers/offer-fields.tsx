import type { useForm } from '@nashta/browser/forms/use-form'
import { OFFER_KINDS, type OfferKind } from '@nashta/contracts/pricing/offer'
import { getShop } from '@nashta/contracts/shop/shop'
import { TextField } from '@nashta/ui/field'
import { useQuery } from '@tanstack/react-query'
import { OFFER_FIELD_LABELS, OFFER_KIND_LABELS } from '../../data/offer-labels.ts'
import { shelvesQuery } from '../../data/shelves-query.ts'
import { ProductPicker, useProductNames } from '../../dialogs/product-picker.tsx'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action, Card } from '../../ui/controls.tsx'
import { CheckInput, SelectInput, TextInput } from '../../ui/inputs.tsx'
import type { OfferDraft } from './offer-drafts.ts'

export type OfferFieldsProps = {
  draft: OfferDraft
  field: ReturnType<typeof useForm>['field']
  onChange: (fields: Partial<OfferDraft>) => void
}

const COLUMN = 'grid gap-y-2.5'
const PAIR = 'grid gap-x-3 gap-y-2.5 sm:grid-cols-2'

/** All fields of an offer. */
export function OfferFields(props: OfferFieldsProps) {
  const { draft, field, onChange } = props
  return (
    <>
      <Card title="The offer">
        <div className={COLUMN}>
          <TextField
            {...field('name')}
            label={OFFER_FIELD_LABELS.name}
            hint="Shoppers read it"
            required
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <TextField
            {...field('code')}
            label={OFFER_FIELD_LABELS.code}
            hint="3 to 24 letters and digits. Leave empty to give it to everybody"
            autoComplete="off"
            value={draft.code}
            onChange={({ target }) => onChange({ code: target.value })}
          />
          <SelectInput
            {...field('terms.kind')}
            label={OFFER_FIELD_LABELS.terms}
            value={draft.kind}
            options={OFFER_KINDS.map((kind) => [kind, OFFER_KIND_LABELS[kind]] as const)}
            onChange={(kind) => onChange({ kind: OFFER_KINDS.find((each) => each === kind) ?? draft.kind })}
          />
          <TermsFields {...props} />
        </div>
      </Card>
      <Card title="What it is about">
        <div className={COLUMN}>
          <Scope {...props} />
        </div>
      </Card>
      <Card title="When and for whom">
        <div className={COLUMN}>
          <div className={PAIR}>
            {(['startsAt', 'endsAt'] as const).map((name) => (
              <TextField
                key={name}
                {...field(name)}
                label={OFFER_FIELD_LABELS[name]}
                hint={
                  name === 'startsAt' ? 'Indian time. Leave empty to start at once' : 'Leave empty for no end'
                }
                type="datetime-local"
                value={draft[name]}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            ))}
            <TextInput
              {...field('usesMax')}
              label={OFFER_FIELD_LABELS.usesMax}
              hint="Leave empty for no limit"
              inputMode="numeric"
              value={draft.usesMax}
              onChange={(usesMax) => onChange({ usesMax })}
            />
            {/* A first order is one use. */}
            {draft.firstOrderOnly ? null : (
              <TextInput
                {...field('usesPerCustomer')}
                label={OFFER_FIELD_LABELS.usesPerCustomer}
                hint="By account, or by the phone of a guest"
                inputMode="numeric"
                value={draft.usesPerCustomer}
                onChange={(usesPerCustomer) => onChange({ usesPerCustomer })}
              />
            )}
          </div>
          <CheckInput
            label={OFFER_FIELD_LABELS.firstOrderOnly}
            checked={draft.firstOrderOnly}
            onChange={(firstOrderOnly) => onChange({ firstOrderOnly })}
          />
          <CheckInput
            label={OFFER_FIELD_LABELS.combines}
            checked={draft.combines}
            onChange={(combines) => onChange({ combines })}
          />
        </div>
      </Card>
    </>
  )
}

type Field = { name: keyof OfferDraft; label: string; hint?: string }

/** The numbers of each kind. Free delivery has none. */
const TERMS_FIELDS: Record<OfferKind, readonly Field[]> = {
  percentOff: [
    { name: 'percent', label: 'Percent' },
    { name: 'cap', label: 'At most ₹', hint: 'Optional' },
  ],
  rupeesOff: [{ name: 'amount', label: 'Rupees off ₹' }],
  buyGet: [
    { name: 'buy', label: 'Units to buy' },
    { name: 'get', label: 'Units free', hint: 'The cheapest are free' },
  ],
  quantityPrice: [
    { name: 'from', label: 'From units', hint: 'Of one product' },
    { name: 'price', label: 'Price of each ₹' },
  ],
  freeDelivery: [],
}

function TermsFields({ draft, field, onChange }: OfferFieldsProps) {
  if (draft.kind === 'freeDelivery') return <Zones draft={draft} onChange={onChange} />
  return (
    <div className={PAIR}>
      {TERMS_FIELDS[draft.kind].map(({ name, label, hint }) => (
        <TextInput
          key={name}
          {...field(`terms.${name}`)}
          label={label}
          hint={hint}
          inputMode="decimal"
          value={String(draft[name])}
          onChange={(text) => onChange({ [name]: text })}
        />
      ))}
    </div>
  )
}

function Zones({ draft: { zones }, onChange }: Omit<OfferFieldsProps, 'field'>) {
  const fetchShop = useFetchShop()
  const shop = useQuery({
    queryKey: ['shop of offers'],
    queryFn: async ({ signal }) => (await fetchShop(getShop, { signal })).data,
  })
  const known = shop.data?.delivery.zones.map(({ name }) => name) ?? []
  // A zone may have been renamed since.
  const all = [...new Set([...known, ...zones])]
  if (all.length === 0)
    return <p className="text-ink-soft">It holds everywhere: the shop has no delivery zones.</p>
  return (
    <Choices
      legend="Zones"
      hint="Choose none and it holds everywhere"
      options={all.map((name) => [name, name])}
      chosen={zones}
      onChange={(chosen) => onChange({ zones: chosen })}
    />
  )
}

function Scope({ draft, field, onChange }: OfferFieldsProps) {
  const { products, shelves } = draft
  const fetchShop = useFetchShop()
  const known = useQuery(shelvesQuery(fetchShop)).data?.shelves ?? []
  const names = useProductNames(products)
  const others = shelves.filter((slug) => known.every((shelf) => shelf.slug !== slug))
  return (
    <>
      <p className="text-ink-soft">
        {products.length + shelves.length === 0
          ? 'Everything. Choose shelves or products to make it about them only.'
          : 'Only these shelves and products.'}
      </p>
      <Choices
        legend={OFFER_FIELD_LABELS.shelves}
        options={[
          ...known.map(({ slug, name }) => [slug, name] as const),
          ...others.map((slug) => [slug, `${slug} (no longer a shelf)`] as const),
        ]}
        chosen={shelves}
        onChange={(chosen) => onChange({ shelves: chosen })}
      />
      <div>
        <ProductPicker
          label="Add a product"
          onPick={(id) => onChange({ products: [...products.filter((each) => each !== id), id] })}
        />
      </div>
      {products.length === 0 ? null : (
        <ul aria-label={OFFER_FIELD_LABELS.products} className="flex flex-wrap gap-2">
          {products.map((id) => (
            <li key={id}>
              <Action
                aria-label={`Take out ${names.get(id) ?? id}`}
                onClick={() => onChange({ products: products.filter((each) => each !== id) })}
              >
                {names.get(id) ?? id} ×
              </Action>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        {...field('minSpend')}
        label={OFFER_FIELD_LABELS.minSpend}
        hint="For the products of the offer, before any discount"
        inputMode="decimal"
        value={draft.minSpend}
        onChange={(minSpend) => onChange({ minSpend })}
      />
    </>
  )
}

type ChoicesProps = {
  legend: string
  hint?: string
  options: readonly (readonly [value: string, text: string])[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ legend, hint, options, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(([value, text]) => (
          <CheckInput
            key={value}
            label={text}
            checked={chosen.includes(value)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
        ))}
      </div>
      {hint ? <p className="text-sm text-ink-soft">{hint}</p> : null}
    </fieldset>
  )
}
