import { useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import { newId } from '@nashta/browser/new-id'
import { deliveryZonesSchema, type DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { GST_STATES, STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { Checkbox } from '@nashta/ui/checkbox'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { moved } from '../../data/moved.ts'
import { useDraftName } from '../../session/desk-session.tsx'
import { Action, Card } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'
import { TryPincode } from './try-pincode.tsx'
import { draftOf, newZone, type TermsDraft, type ZoneDraft, zonesOf } from './zone-drafts.ts'

export type DeliveryZonesFormProps = {
  delivery: DeliveryZones
  onSave: (delivery: DeliveryZones) => Promise<void>
}

/**
 * The delivery zones, each with its terms, and the terms for all other addresses. If several zones
 * contain an address, the address gets the terms of the first one.
 */
export function DeliveryZonesForm({ delivery, onSave }: DeliveryZonesFormProps) {
  const { value, setValue, isChanged, discard, markSaved } = useDraft({
    name: useDraftName('delivery zones'),
    stored: draftOf(delivery),
  })
  const { zones, rest } = value
  const parsed = deliveryZonesSchema.safeParse(zonesOf(value))
  const form = useForm({
    schema: deliveryZonesSchema,
    read: () => zonesOf(value),
    failed: failureText,
    async send(changed) {
      await onSave(changed)
      markSaved(value)
    },
  })

  function setZones(next: readonly ZoneDraft[]) {
    setValue({ ...value, zones: next })
  }

  return (
    <Card title="Delivery zones">
      <p className="mb-3 text-ink-soft">
        An address gets the terms of the first zone that has it, by the first digits of its pincode or by its
        state.
      </p>
      <form {...form.formProps} className="space-y-4">
        {zones.map((zone, index) => (
          <fieldset key={zone.id} className="rounded-lg border border-line bg-white/50 p-3">
            <legend className="px-1 font-semibold">
              {index + 1}. {zone.name || 'New zone'}
            </legend>
            <ZoneFields
              zone={zone}
              field={form.field}
              path={`zones.${index}`}
              onChange={(fields) => setZones(zones.with(index, { ...zone, ...fields }))}
            />
            <div className="mt-3 flex flex-wrap gap-2">
              <Action disabled={index === 0} onClick={() => setZones(moved(zones, index, -1))}>
                Move up
              </Action>
              <Action disabled={index === zones.length - 1} onClick={() => setZones(moved(zones, index, 1))}>
                Move down
              </Action>
              <Action onClick={() => setZones(zones.filter(({ id }) => id !== zone.id))}>Remove</Action>
            </div>
          </fieldset>
        ))}
        <Action
          onClick={() => {
            setZones([...zones, newZone(newId())])
          }}
        >
          Add a zone
        </Action>
        <fieldset className="rounded-lg border border-line bg-white/50 p-3">
          <legend className="px-1 font-semibold">
            {zones.length === 0 ? 'Everywhere in India' : 'Everywhere else in India'}
          </legend>
          <TermsFields
            terms={rest}
            field={form.field}
            path="rest"
            onChange={(fields) => setValue({ ...value, rest: { ...rest, ...fields } })}
          />
        </fieldset>
        {form.failure ? <Failure>{form.failure}</Failure> : null}
        <div className="flex flex-wrap items-center gap-3">
          <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
            Save the zones
          </Action>
          {isChanged ? (
            <Action
              onClick={() => {
                discard()
                form.clear()
              }}
            >
              Discard
            </Action>
          ) : null}
          <a href="/shipping" className="underline">
            The page with these terms
          </a>
        </div>
      </form>
      <TryPincode zones={parsed.success ? parsed.data : null} />
    </Card>
  )
}

type FieldsProps = { field: ReturnType<typeof useForm>['field']; path: string }
type ZoneFieldsProps = FieldsProps & { zone: ZoneDraft; onChange: (fields: Partial<ZoneDraft>) => void }

function ZoneFields({ zone, field, path, onChange }: ZoneFieldsProps) {
  const { states } = zone
  return (
    <>
      <div className="mb-3 grid gap-x-3 gap-y-1 sm:grid-cols-2">
        <TextField
          {...field(`${path}.name`)}
          label="Name"
          value={zone.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          {...field(`${path}.pincodes`)}
          label="Beginnings of pincodes"
          hint="Such as 560, 562: 1 to 6 digits each"
          value={zone.pincodes}
          onChange={({ target }) => onChange({ pincodes: target.value })}
        />
      </div>
      <details className="mb-3">
        <summary className="min-h-10 cursor-pointer content-center font-medium">
          States: {states.length === 0 ? 'none' : states.map((code) => GST_STATES[code]).join(', ')}
        </summary>
        <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {STATES_BY_NAME.map(([code, name]) => (
            <Checkbox
              key={code}
              label={name}
              checked={states.includes(code)}
              onChange={({ target: { checked } }) =>
                onChange({ states: checked ? [...states, code] : states.filter((state) => state !== code) })
              }
            />
          ))}
        </div>
      </details>
      <TermsFields terms={zone} field={field} path={path} onChange={onChange} />
    </>
  )
}

type TermsFieldsProps = FieldsProps & { terms: TermsDraft; onChange: (fields: Partial<TermsDraft>) => void }

const NUMBER_FIELDS: [
  name: 'fee' | 'freeFrom' | 'days' | 'cutOffHour' | 'codMax',
  label: string,
  hint: string,
][] = [
  ['fee', 'Fee in rupees', '0: always free'],
  ['freeFrom', 'Free from, in rupees', 'Leave empty if never free'],
  ['days', 'Days until it arrives', '1 to 60'],
  ['cutOffHour', 'Cut-off hour', 'Later orders count as the next day; empty: none'],
  ['codMax', 'Cash on delivery up to, in rupees', 'Leave empty for no limit'],
]

function TermsFields({ terms, field, path, onChange }: TermsFieldsProps) {
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label="We deliver there"
          checked={terms.delivers}
          onChange={({ target }) => onChange({ delivers: target.checked })}
        />
        <Checkbox
          label="Cash on delivery"
          checked={terms.cod}
          onChange={({ target }) => onChange({ cod: target.checked })}
        />
      </div>
      <div className="mt-2 grid gap-x-3 gap-y-2.5 sm:grid-cols-2 lg:grid-cols-3">
        {NUMBER_FIELDS.map(([name, label, hint]) => (
          <TextField
            key={name}
            {...field(`${path}.${name}`)}
            label={label}
            hint={hint}
            value={terms[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        ))}
      </div>
    </>
  )
}
