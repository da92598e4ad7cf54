import { Refusal } from '@nashta/browser/forms/failure-text'
import { useCall } from '@nashta/browser/forms/use-call'
import { useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { upiAccountUri } from '@nashta/contracts/orders/upi-uri'
import { shopPicturePath } from '@nashta/contracts/shop/face'
import { getShopAtDesk, type Shop, shopInputSchema, updateShop } from '@nashta/contracts/shop/shop'
import { SHOP_FIELDS, SHOP_SECTIONS, type ShopField } from '@nashta/contracts/shop/shop-fields'
import { isUpiId } from '@nashta/contracts/shop/upi-id'
import { Failure } from '@nashta/ui/failure'
import { QrCode } from '@nashta/ui/qr-code'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { showFace } from '../data/face.ts'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { refusalOfChanges } from '../data/field-conflicts.ts'
import { fieldValue, type FormValuesOf, inputsOf, toFormValues, withInput } from '../data/form-values.ts'
import { Connections } from '../features/settings/connections.tsx'
import { DeliveryZonesForm } from '../features/settings/delivery-zones.tsx'
import { useDesk, useDraftName, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, FormActions, PageHeading } from '../ui/controls.tsx'
import { FieldInput } from '../ui/field-input.tsx'
import { PictureUpload } from '../ui/picture-upload.ts'
import { failureText, QueryState } from '../ui/query-state.tsx'

export default function Settings() {
  const fetchShop = useFetchShop()
  const query = useQuery(shopQuery(fetchShop))
  return (
    <>
      <PageHeading title="Settings" />
      <div className="space-y-4">
        <QueryState query={query}>{(stored) => <ShopSettings {...stored} />}</QueryState>
        <Connections />
      </div>
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

const INPUTS = Object.entries<ShopField>(SHOP_FIELDS).flatMap(([field, row]) =>
  inputsOf(field, row).map(({ name, input }) => ({ field, name, input, section: row.section })),
)

const CHANGED_BY_ANOTHER = "Somebody else has changed the shop's record."

/** The fields that a setting of the store decides, each with the name of the setting. */
type Overruled = readonly { field: string; setting: string }[]

type ShopSettingsProps = { shop: Shop; version: string; overruled: Overruled }

function ShopSettings({ shop, version, overruled }: ShopSettingsProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const { desk } = useDesk()
  const undo = useCall(({ to, ifMatch }: { to: Shop; ifMatch: string }) => store(to, ifMatch), failureText)

  /** Saves the record if the stored one still has the version `ifMatch`. Resolves to the new version. */
  async function store(next: Shop, ifMatch: string): Promise<string | null> {
    await fetchShop(updateShop, { body: next, ifMatch })
    showFace(next)
    const saved = await queries.fetchQuery(shopQuery(fetchShop)).catch(() => null)
    // An undo needs the new version. If the version could not be fetched, the page fetches it again.
    if (!saved) void queries.invalidateQueries({ queryKey: shopQuery(fetchShop).queryKey })
    return saved?.version ?? null
  }

  /** Saves the record, and offers an undo. If the stored record has changed, throws what `refuse` returns. */
  async function save(next: Shop, refuse: (theirs: Shop) => Refusal) {
    const newVersion = await store(next, version).catch(async (error: unknown) => {
      if (!isShopError(error) || error.status !== 412) throw error
      throw refuse((await queries.fetchQuery(shopQuery(fetchShop))).shop)
    })
    async function takeBack(ifMatch: string) {
      if (await undo.run({ to: shop, ifMatch })) showToast({ text: 'Taken back' })
    }
    showToast({
      text: "The shop's record was saved",
      ...(newVersion !== null && { undo: () => void takeBack(newVersion) }),
    })
  }

  return (
    <div className="space-y-4">
      {undo.failure ? <Failure>{undo.failure}</Failure> : null}
      <PictureUpload value={async (file) => (await desk.files.upload(uploadPicture, file)).data.key}>
        <ShopForm shop={shop} overruled={overruled} onSave={save} />
      </PictureUpload>
      <DeliveryZonesForm
        delivery={shop.delivery}
        onSave={(delivery) => save({ ...shop, delivery }, () => new Refusal(CHANGED_BY_ANOTHER))}
      />
    </div>
  )
}

type ShopFormProps = {
  shop: Shop
  overruled: Overruled
  onSave: (next: Shop, refuse: (theirs: Shop) => Refusal) => Promise<void>
}

/** The form for the shop's record without its delivery zones. */
function ShopForm({ shop, overruled, onSave }: ShopFormProps) {
  const draft = useDraft({ name: useDraftName('shop'), stored: toFormValues(SHOP_FIELDS, shop) })
  const { value: values } = draft
  const form = useForm({
    schema: shopInputSchema,
    read: () => ({ ...fromValues(values), delivery: shop.delivery }),
    failed: failureText,
    async send(next) {
      await onSave(next, (theirs) =>
        refusalOfChanges(CHANGED_BY_ANOTHER, {
          base: draft.base,
          mine: values,
          theirs: toFormValues(SHOP_FIELDS, theirs),
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

  const valueOf = new Map<string, unknown>(Object.entries(values))
  const settingOf = new Map(overruled.map(({ field, setting }) => [field, setting]))
  return (
    <form {...form.formProps} aria-label="The shop" className="space-y-4">
      {SHOP_SECTIONS.map((section) => (
        <Card key={section} title={section}>
          <div className="grid gap-x-3 gap-y-2.5 sm:grid-cols-2">
            {INPUTS.filter((each) => each.section === section && !settingOf.has(each.field)).map(
              ({ name, input }) => (
                <FieldInput
                  key={name}
                  name={name}
                  input={input}
                  value={valueOf.get(name)}
                  error={form.errors[name]}
                  onChange={(value) =>
                    draft.setValue((current) => withInput(SHOP_FIELDS, current, name, value))
                  }
                />
              ),
            )}
          </div>
          {section === 'Name and look' ? <FacePreview values={values} /> : null}
          {section === 'Ways to pay and orders' ? (
            <>
              {settingOf.has('upi') ? null : <UpiCheck id={values['upi.id']} name={values['upi.name']} />}
              <OverruledNote settings={[...settingOf.values()]} />
            </>
          ) : null}
        </Card>
      ))}
      <FormActions isChanged={draft.isChanged} failure={form.failure}>
        <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
          Save
        </Action>
        {draft.isChanged ? (
          <Action onClick={discard}>{form.failure ? 'Load it again' : 'Discard'}</Action>
        ) : null}
        <a href="/contact" className="underline">
          The page with these details
        </a>
      </FormActions>
    </form>
  )
}

/** The mark, the name and the colours as the header and the buttons of the shop show them. */
function FacePreview({ values }: { values: ShopValues }) {
  const { tradeName, logo, colours } = values
  const name = tradeName.trim()
  if (name === '') return null
  const icon = shopPicturePath({ tradeName: name, colours, ...(logo !== '' && { logo }) }, 'icon')
  return (
    <fieldset
      aria-label="Preview"
      data-colours={colours}
      className="face-preview mt-3 flex flex-wrap items-center gap-4 rounded-lg border border-line p-3"
    >
      <span className="flex min-w-0 items-center gap-2 font-display text-2xl font-bold">
        <img src={icon} alt="" className="size-8 object-contain" />
        <span className="wrap-anywhere">{name}</span>
      </span>
      <span className="rounded-full bg-raspberry px-5 py-2 font-semibold text-white">ADD TO CART</span>
      <span className="rounded-full bg-raspberry-tint px-3 py-1 text-raspberry-deep">a note</span>
    </fieldset>
  )
}

/** Lets the owner check the UPI id before shoppers pay to it. */
function UpiCheck({ id, name }: { id: string; name: string }) {
  if (!isUpiId(id.trim()) || name.trim() === '') return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-4">
      <QrCode
        text={upiAccountUri(id.trim(), name.trim())}
        label={`QR code of ${id.trim()}`}
        className="size-36 shrink-0 rounded-lg bg-white"
      />
      <p className="max-w-sm">
        Scan this with your own phone before you save. The UPI app must show the name of your bank account:
        whoever owns it gets the money. Then leave the app without paying.
      </p>
    </div>
  )
}

function OverruledNote({ settings }: { settings: readonly string[] }) {
  if (settings.length === 0) return null
  return (
    <p className="mt-2 text-ink-soft">
      {`Not shown here, because the settings of this store decide it: ${settings.join(', ')}.`}
    </p>
  )
}

type ShopValues = FormValuesOf<typeof SHOP_FIELDS>

/** The record without its delivery, as a request contains it. */
function fromValues(values: ShopValues) {
  return Object.fromEntries(
    Object.entries<ShopField>(SHOP_FIELDS).map(([name, field]) => {
      // An empty field is left out, but a cleared checkbox is false.
      const none = field.kind === 'flag' ? false : undefined
      return [name, fieldValue(name, field, values) ?? none]
    }),
  )
}
