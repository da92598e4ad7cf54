import { deliveryZonesSchema, type DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { GST_STATES, STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { type FormEvent, useState } from 'react'
import { Action, Card } from '../../ui/controls.tsx'
import { CheckInput, TextInput } from '../../ui/inputs.tsx'
import { TryPincode } from './try-pincode.tsx'
import { draftOf, moveZone, newZone, type TermsDraft, type ZoneDraft, zonesOf } from './zone-drafts.ts'

export type DeliveryZonesFormProps = { delivery: DeliveryZones; onSave: (delivery: DeliveryZones) => void }

/**
 * The delivery zones, each with its terms, and the terms for all other addresses. If several zones
 * contain an address, the address gets the terms of the first one.
 */
export function DeliveryZonesForm({ delivery, onSave }: DeliveryZonesFormProps) {
  const [draft, setDraft] = useState(() => draftOf(delivery))
  const [addedCount, setAddedCount] = useState(0)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { zones, rest } = draft
  const parsed = deliveryZonesSchema.safeParse(zonesOf(draft))

  function setZones(next: readonly ZoneDraft[]) {
    setDraft({ ...draft, zones: next })
    setErrors({})
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found: Record<string, string> = {}
    // An error in a list is shown at the list's field: `zones.0.pincodes.2` at `zones.0.pincodes`.
    for (const { path, message } of parsed.error?.issues ?? []) found[path.slice(0, 3).join('.')] ??= message
    setErrors(found)
    if (parsed.success) onSave(parsed.data)
  }

  return (
    <Card title="Delivery zones">
      <p className="mb-3 text-ink-soft">
        An address gets the terms of the first zone that has it, by the first digits of its pincode or by its
        state.
      </p>
      <form noValidate onSubmit={submit} className="space-y-4">
        {zones.map((zone, index) => (
          <fieldset key={zone.id} className="rounded-lg border border-line bg-white/50 p-3">
            <legend className="px-1 font-semibold">
              {index + 1}. {zone.name || 'New zone'}
            </legend>
            <ZoneFields
              zone={zone}
              errors={errors}
              path={`zones.${index}`}
              onChange={(fields) => setZones(zones.with(index, { ...zone, ...fields }))}
            />
            <div className="mt-3 flex flex-wrap gap-2">
              <Action disabled={index === 0} onClick={() => setZones(moveZone(zones, index, -1))}>
                Move up
              </Action>
              <Action
                disabled={index === zones.length - 1}
                onClick={() => setZones(moveZone(zones, index, 1))}
              >
                Move down
              </Action>
              <Action onClick={() => setZones(zones.filter(({ id }) => id !== zone.id))}>Remove</Action>
            </div>
          </fieldset>
        ))}
        <Action
          onClick={() => {
            setZones([...zones, newZone(`added-${addedCount}`)])
            setAddedCount(addedCount + 1)
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
            errors={errors}
            path="rest"
            onChange={(fields) => {
              setDraft({ ...draft, rest: { ...rest, ...fields } })
              setErrors({})
            }}
          />
        </fieldset>
        {Object.keys(errors).length > 0 ? (
          <p role="alert" className="rounded-lg bg-raspberry-tint px-4 py-3 text-raspberry-deep">
            {Object.values(errors)[0]}
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          <Action look="main" type="submit">
            Save the zones
          </Action>
          <a href="/shipping" className="underline">
            The page with these terms
          </a>
        </div>
      </form>
      <TryPincode zones={parsed.success ? parsed.data : null} />
    </Card>
  )
}

type FieldsProps = { errors: Readonly<Record<string, string>>; path: string }
type ZoneFieldsProps = FieldsProps & { zone: ZoneDraft; onChange: (fields: Partial<ZoneDraft>) => void }

function ZoneFields({ zone, errors, path, onChange }: ZoneFieldsProps) {
  const { states } = zone
  return (
    <>
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <TextInput
          label="Name"
          value={zone.name}
          error={errors[`${path}.name`]}
          onChange={(name) => onChange({ name })}
        />
        <TextInput
          label="Beginnings of pincodes"
          hint="Such as 560, 562: 1 to 6 digits each"
          value={zone.pincodes}
          error={errors[`${path}.pincodes`]}
          onChange={(pincodes) => onChange({ pincodes })}
        />
      </div>
      <details className="mb-3">
        <summary className="min-h-10 cursor-pointer content-center font-medium">
          States: {states.length === 0 ? 'none' : states.map((code) => GST_STATES[code]).join(', ')}
        </summary>
        <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {STATES_BY_NAME.map(([code, name]) => (
            <CheckInput
              key={code}
              label={name}
              checked={states.includes(code)}
              onChange={(checked) =>
                onChange({ states: checked ? [...states, code] : states.filter((state) => state !== code) })
              }
            />
          ))}
        </div>
      </details>
      <TermsFields terms={zone} errors={errors} path={path} onChange={onChange} />
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
  ['freeFrom', 'Free from, in rupees', 'Empty: never free'],
  ['days', 'Days until it arrives', '1 to 60'],
  ['cutOffHour', 'Cut-off hour', 'Later orders count as the next day; empty: none'],
  ['codMax', 'Cash on delivery up to, in rupees', 'Empty: no limit of this zone'],
]

function TermsFields({ terms, errors, path, onChange }: TermsFieldsProps) {
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        <CheckInput
          label="We deliver there"
          checked={terms.delivers}
          onChange={(delivers) => onChange({ delivers })}
        />
        <CheckInput label="Cash on delivery" checked={terms.cod} onChange={(cod) => onChange({ cod })} />
      </div>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {NUMBER_FIELDS.map(([name, label, hint]) => (
          <TextInput
            key={name}
            label={label}
            hint={hint}
            value={terms[name]}
            error={errors[`${path}.${name}`]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </>
  )
}
