import { Refusal } from '@nashta/browser/forms/failure-text'
import { useCall } from '@nashta/browser/forms/use-call'
import { useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { getShopAtDesk, type Shop, shopInputSchema, updateShop } from '@nashta/contracts/shop/shop'
import { Checkbox } from '@nashta/ui/checkbox'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { refusalOfChanges } from '../data/field-conflicts.ts'
import { parseNumber } from '../data/parse-number.ts'
import { DeliveryZonesForm } from '../features/settings/delivery-zones.tsx'
import { useDraftName, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

export default function Settings() {
  const fetchShop = useFetchShop()
  const query = useQuery(shopQuery(fetchShop))
  return (
    <>
      <PageHeading title="Settings" />
      <QueryState query={query}>
        {({ shop, version }) => <ShopSettings shop={shop} version={version} />}
      </QueryState>
    </>
  )
}

function shopQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['shop with version'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getShopAtDesk, { signal })).data,
  })
}

const FIELDS = [
  ['legalName', 'Legal name'],
  ['tradeName', 'Trade name', 'The name on every page'],
  ['address', 'Address with pincode'],
  ['phone', 'Phone of customer care'],
  ['email', 'Email of customer care'],
  ['fssai', 'FSSAI licence number'],
  ['gstin', 'GSTIN', 'Empty for a shop that is not registered for GST'],
  ['returnWindowDays', 'Days to complain after delivery'],
  ['grievanceOfficer.name', 'Grievance officer'],
  ['grievanceOfficer.designation', 'Designation of the officer'],
  ['grievanceOfficer.phone', 'Phone of the officer'],
  ['grievanceOfficer.email', 'Email of the officer'],
] as const satisfies readonly (readonly [name: string, label: string, hint?: string])[]

const CHANGED_BY_ANOTHER = "Somebody else has changed the shop's record."

function ShopSettings({ shop, version }: { shop: Shop; version: string }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const undo = useCall(({ to, ifMatch }: { to: Shop; ifMatch: string }) => store(to, ifMatch), failureText)

  /** Saves the record if the stored one still has the version `ifMatch`. Resolves to the new version. */
  async function store(next: Shop, ifMatch: string): Promise<string | null> {
    await fetchShop(updateShop, { body: next, ifMatch })
    const saved = await queries.fetchQuery(shopQuery(fetchShop)).catch(() => null)
    // An undo needs the new version. If the version could not be fetched, the page fetches it again.
    if (!saved) void queries.invalidateQueries({ queryKey: shopQuery(fetchShop).queryKey })
    return saved?.version ?? null
  }

  /** Saves the record. `refuse` makes the reason when the stored record has changed. */
  async function save(next: Shop, refuse: (theirs: Shop) => Refusal) {
    let newVersion: string | null
    try {
      newVersion = await store(next, version)
    } catch (error) {
      if (!isShopError(error) || error.status !== 412) throw error
      throw refuse((await queries.fetchQuery(shopQuery(fetchShop))).shop)
    }
    const ifMatch = newVersion
    async function takeBack() {
      if (ifMatch !== null && (await undo.run({ to: shop, ifMatch }))) showToast({ text: 'Taken back' })
    }
    showToast({
      text: "The shop's record was saved",
      ...(ifMatch !== null && { undo: () => void takeBack() }),
    })
  }

  return (
    <div className="space-y-4">
      {undo.failure ? <Failure>{undo.failure}</Failure> : null}
      <ShopForm shop={shop} onSave={save} />
      <DeliveryZonesForm
        delivery={shop.delivery}
        onSave={(delivery) => save({ ...shop, delivery }, () => new Refusal(CHANGED_BY_ANOTHER))}
      />
    </div>
  )
}

type ShopFormProps = {
  shop: Shop
  onSave: (next: Shop, refuse: (theirs: Shop) => Refusal) => Promise<void>
}

/** The form for the shop's identity, which pages and mails show. */
function ShopForm({ shop, onSave }: ShopFormProps) {
  const draft = useDraft({ name: useDraftName('shop'), stored: toValues(shop) })
  const { value: values } = draft
  const form = useForm({
    schema: shopInputSchema,
    read: () => ({ ...fromValues(values), delivery: shop.delivery }),
    failed: failureText,
    async send(identity) {
      await onSave(identity, (theirs) =>
        refusalOfChanges(CHANGED_BY_ANOTHER, {
          base: draft.base,
          mine: values,
          theirs: toValues(theirs),
          labelOf: form.labelOf,
        }),
      )
      draft.markSaved(values)
    },
  })

  function discard() {
    draft.discard()
    form.clear()
  }

  /** The props of a text field. */
  const text = (name: TextName) => ({
    ...form.field(name),
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      draft.setValue((current) => ({ ...current, [name]: target.value })),
  })
  const box = (name: FlagName) => ({
    ...form.field(name),
    checked: values[name],
    onChange: ({ target }: { target: { checked: boolean } }) =>
      draft.setValue((current) => ({ ...current, [name]: target.checked })),
  })

  return (
    <form {...form.formProps} aria-label="Who runs the shop">
      <Card title="Who runs the shop">
        <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
          {FIELDS.map(([name, label, hint]) => (
            <TextField key={name} {...text(name)} label={label} hint={hint} />
          ))}
          <TextField
            {...text('closedDays')}
            label="Closed days"
            hint="Separated by spaces, such as 2026-01-26 2026-03-04. Saturdays and Sundays need not be listed. Deliveries count no closed days."
          />
          <SelectField
            {...text('state')}
            label="State"
            options={STATES_BY_NAME.map(([value, label]) => ({ value, label }))}
          />
          <Checkbox
            {...box('confirmFirstCashOrders')}
            label="A first order with cash on delivery is confirmed by mail"
          />
          <Checkbox {...box('isDemo')} label="This is a demo shop: pages and mails say so" />
        </div>
        <div className="mt-4 grid gap-3">
          {form.failure ? <Failure>{form.failure}</Failure> : null}
          <div className="flex flex-wrap items-center gap-3">
            <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
              Save
            </Action>
            {draft.isChanged ? (
              <Action onClick={discard}>{form.failure ? 'Load it again' : 'Discard changes'}</Action>
            ) : null}
            <a href="/contact" className="underline">
              The page with these details
            </a>
          </div>
        </div>
      </Card>
    </form>
  )
}

type TextName = (typeof FIELDS)[number][0] | 'closedDays' | 'state'
type FlagName = 'confirmFirstCashOrders' | 'isDemo'
type ShopValues = Record<TextName, string> & Record<FlagName, boolean>

function toValues(shop: Shop): ShopValues {
  const { name, designation, phone, email } = shop.grievanceOfficer
  return {
    legalName: shop.legalName,
    tradeName: shop.tradeName,
    address: shop.address,
    phone: shop.phone,
    email: shop.email,
    fssai: shop.fssai,
    gstin: shop.gstin ?? '',
    returnWindowDays: String(shop.returnWindowDays),
    'grievanceOfficer.name': name,
    'grievanceOfficer.designation': designation,
    'grievanceOfficer.phone': phone,
    'grievanceOfficer.email': email,
    closedDays: shop.closedDays?.join(' ') ?? '',
    state: shop.state,
    confirmFirstCashOrders: shop.confirmFirstCashOrders === true,
    isDemo: shop.isDemo,
  }
}

/** The record without its delivery. `fssai` and `gstin` are trimmed here: the schema does not trim them. */
function fromValues(values: ShopValues) {
  const { closedDays, returnWindowDays, gstin, fssai, ...others } = values
  const days = closedDays.split(/[\s,]+/).filter(Boolean)
  return {
    legalName: others.legalName,
    tradeName: others.tradeName,
    address: others.address,
    state: others.state,
    phone: others.phone,
    email: others.email,
    fssai: fssai.trim(),
    ...(gstin.trim() && { gstin: gstin.trim() }),
    grievanceOfficer: {
      name: others['grievanceOfficer.name'],
      designation: others['grievanceOfficer.designation'],
      phone: others['grievanceOfficer.phone'],
      email: others['grievanceOfficer.email'],
    },
    returnWindowDays: parseNumber(returnWindowDays),
    ...(days.length > 0 && { closedDays: days }),
    confirmFirstCashOrders: others.confirmFirstCashOrders,
    isDemo: others.isDemo,
  }
}
