import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { getShopAtDesk, type Shop, shopInputSchema, updateShop } from '@nashta/contracts/shop/shop'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { DeliveryZonesForm } from '../features/settings/delivery-zones.tsx'
import { parseNumber } from '../features/settings/zone-drafts.ts'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { CheckInput, formText, SelectInput, TextInput } from '../ui/inputs.tsx'
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

const CHANGED_BY_ANOTHER =
  "Somebody else has changed the shop's record. Load it again, then repeat your change."

function shopQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['shop with version'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getShopAtDesk, { signal })).data,
  })
}

const FIELDS: [name: string, label: string, hint?: string][] = [
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
]

function ShopSettings({ shop, version }: { shop: Shop; version: string }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)

  /** A second click on Save would send the same version again, and report a change by another. */
  async function saveOnce(next: Shop) {
    if (isSaving) return
    setIsSaving(true)
    await save(next, version, shop)
    setIsSaving(false)
  }

  /**
   * Saves the record if the stored one still has the version `ifMatch`. The toast's undo button
   * saves `undoTo`. When this save is itself an undo, `undoTo` is null and there is no button.
   */
  async function save(next: Shop, ifMatch: string, undoTo: Shop | null) {
    setFailure(null)
    try {
      await fetchShop(updateShop, { body: next, ifMatch })
    } catch (error) {
      const isChangedByAnother = isShopError(error) && error.status === 412
      setFailure(isChangedByAnother ? CHANGED_BY_ANOTHER : failureText(error))
      return
    }
    const saved = await queries.fetchQuery(shopQuery(fetchShop)).catch(() => null)
    // An undo needs the new version. If the version could not be fetched, the page fetches it again.
    if (!saved) loadAgain()
    showToast({
      text: undoTo ? "The shop's record was saved" : 'Taken back',
      ...(undoTo && saved && { undo: () => void save(undoTo, saved.version, null) }),
    })
  }

  function loadAgain() {
    setFailure(null)
    void queries.invalidateQueries({ queryKey: shopQuery(fetchShop).queryKey })
  }

  // The key of each form contains the stored values that the form edits. When a save or an undo
  // changes the stored values, React mounts the form anew with the new values. A form whose stored
  // values did not change keeps its unsaved edits.
  const { delivery, ...identity } = shop
  return (
    <div className="space-y-4">
      {failure ? (
        <div className="flex flex-wrap items-center gap-3 rounded-xl bg-raspberry-tint px-4 py-3 text-raspberry-deep">
          <p role="alert">{failure}</p>
          {failure === CHANGED_BY_ANOTHER ? <Action onClick={loadAgain}>Load it again</Action> : null}
        </div>
      ) : null}
      <ShopForm
        key={`identity ${JSON.stringify(identity)}`}
        shop={shop}
        onSave={(next) => void saveOnce(next)}
      />
      <DeliveryZonesForm
        key={`delivery ${JSON.stringify(delivery)}`}
        delivery={delivery}
        onSave={(changed) => void saveOnce({ ...shop, delivery: changed })}
      />
    </div>
  )
}

/** The form for the shop's identity, which pages and mails show. */
function ShopForm({ shop, onSave }: { shop: Shop; onSave: (shop: Shop) => void }) {
  const [errors, setErrors] = useState<Record<string, string>>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const result = shopInputSchema.safeParse({
      ...readForm(new FormData(event.currentTarget)),
      delivery: shop.delivery,
    })
    const messages: Record<string, string> = {}
    for (const { path, message } of result.error?.issues ?? []) messages[fieldOf(path)] ??= message
    setErrors(messages)
    if (result.success) onSave(result.data)
  }

  return (
    <form noValidate onSubmit={submit}>
      <Card title="Who runs the shop">
        <div className="grid gap-3 sm:grid-cols-2">
          {FIELDS.map(([name, label, hint]) => (
            <TextInput
              key={name}
              name={name}
              label={label}
              hint={hint}
              error={errors[name]}
              defaultValue={valueAt(shop, name)}
            />
          ))}
          <TextInput
            name="closedDays"
            label="Closed days"
            hint="Separated by spaces, such as 2026-01-26 2026-03-04. Saturdays and Sundays need not be listed. Deliveries count no closed days."
            error={errors['closedDays']}
            defaultValue={shop.closedDays?.join(' ') ?? ''}
          />
          <SelectInput name="state" label="State" defaultValue={shop.state} options={STATES_BY_NAME} />
          <div className="self-end">
            <CheckInput
              name="confirmFirstCashOrders"
              label="A first order with cash on delivery is confirmed by mail"
              defaultChecked={shop.confirmFirstCashOrders === true}
            />
          </div>
          <div className="self-end">
            <CheckInput
              name="isDemo"
              label="This is a demo shop: pages and mails say so"
              defaultChecked={shop.isDemo}
            />
          </div>
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Action look="main" type="submit">
            Save
          </Action>
          <a href="/contact" className="underline">
            The page with these details
          </a>
        </div>
      </Card>
    </form>
  )
}

/** The name of the field that an error belongs to. All closed days are in one field. */
function fieldOf(path: readonly PropertyKey[]) {
  return path[0] === 'closedDays' ? 'closedDays' : path.join('.')
}

/** The value at a path such as `grievanceOfficer.name`, as text. */
function valueAt(shop: Shop, path: string): string {
  let value: unknown = shop
  for (const name of path.split('.')) value = Object(value)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The values of the form. `fssai` and `gstin` are trimmed here: the schema does not trim them. */
function readForm(values: FormData) {
  const text = (name: string) => formText(values, name)
  const closedDays = text('closedDays')
    .split(/[\s,]+/)
    .filter(Boolean)
  return {
    legalName: text('legalName'),
    tradeName: text('tradeName'),
    address: text('address'),
    state: text('state'),
    phone: text('phone'),
    email: text('email'),
    fssai: text('fssai').trim(),
    ...(text('gstin').trim() && { gstin: text('gstin').trim() }),
    grievanceOfficer: {
      name: text('grievanceOfficer.name'),
      designation: text('grievanceOfficer.designation'),
      phone: text('grievanceOfficer.phone'),
      email: text('grievanceOfficer.email'),
    },
    returnWindowDays: parseNumber(text('returnWindowDays')),
    ...(closedDays.length > 0 && { closedDays }),
    confirmFirstCashOrders: values.has('confirmFirstCashOrders'),
    isDemo: values.has('isDemo'),
  }
}
