import { useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import {
  type Bell,
  BELL_EVENT_KINDS,
  BELL_EVENTS,
  type BellChoices,
  type BellWay,
  setBell,
} from '@nashta/contracts/bell/bell'
import { Failure } from '@nashta/ui/failure'
import { useQueryClient } from '@tanstack/react-query'
import { DeskPush } from '../features/bell/desk-push.tsx'
import { useBell } from '../features/bell/use-bell.ts'
import { useSoundSetting } from '../features/orders/order-sound.ts'
import { useDraftName, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { CheckInput, SelectInput } from '../ui/inputs.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

const WAY_TEXTS: readonly (readonly [BellWay, string])[] = [
  ['mail', 'Mail at once'],
  ['push', 'Push at once'],
  ['both', 'Mail and push at once'],
  ['daily', 'In one mail a day'],
  ['none', 'Not at all'],
]

const isWay = (text: string): text is BellWay => WAY_TEXTS.some(([way]) => way === text)

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const,
)

export default function BellScreen() {
  const query = useBell()
  const sound = useSoundSetting()
  return (
    <>
      <PageHeading title="Bell" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <QueryState query={query}>{(bell) => <ChoicesForm {...bell} />}</QueryState>
        <Card title="This device">
          <div className="mb-4">
            <DeskPush />
          </div>
          <CheckInput
            label="A sound for each new order, on every screen"
            checked={sound.isOn}
            onChange={sound.toggle}
          />
          <p className="mt-2 text-ink-soft">
            The title of the tab counts what waits. A browser plays sounds after the first click on the page.
          </p>
        </Card>
      </div>
    </>
  )
}

function ChoicesForm({ choices, audible, email }: Bell) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const draft = useDraft({ name: useDraftName('bell'), stored: choices })
  const { value } = draft
  const form = useForm({
    schema: setBell.body,
    read: () => value,
    failed: failureText,
    async send(body) {
      const { data } = await fetchShop(setBell, { body })
      queries.setQueryData(['bell'], data)
      draft.markSaved(value)
      showToast({ text: 'Saved' })
    },
  })
  const change = (fields: Partial<BellChoices>) => draft.setValue((current) => ({ ...current, ...fields }))

  return (
    <Card title="What you are told">
      <p className="mb-3 text-ink-soft">
        {email === null ? 'Your account has no e-mail address, so no mail comes.' : `Mails go to ${email}.`}
      </p>
      <form {...form.formProps} className="grid items-end gap-x-3 gap-y-1 sm:grid-cols-2">
        {BELL_EVENT_KINDS.filter((kind) => audible.includes(kind)).map((kind) => (
          <SelectInput
            key={kind}
            name={`ways.${kind}`}
            label={BELL_EVENTS[kind]}
            value={value.ways[kind]}
            options={WAY_TEXTS}
            onChange={(text) => {
              if (isWay(text)) change({ ways: { ...value.ways, [kind]: text } })
            }}
          />
        ))}
        <div className="grid gap-x-3 gap-y-1 sm:col-span-2 sm:grid-cols-2">
          <SelectInput
            name="quietFrom"
            label="Quiet from"
            value={String(value.quietFrom)}
            options={HOURS}
            onChange={(hour) => change({ quietFrom: Number(hour) })}
          />
          <SelectInput
            name="quietUntil"
            label="Quiet until"
            value={String(value.quietUntil)}
            options={HOURS}
            onChange={(hour) => change({ quietUntil: Number(hour) })}
          />
        </div>
        <div className="grid gap-2 sm:col-span-2">
          <p className="text-ink-soft">
            What happens in these hours, Indian time, waits for their end. When nobody has looked at the desk
            for a day while work waits, one mail more says so.
          </p>
          {form.failure ? <Failure>{form.failure}</Failure> : null}
          <div>
            <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
              Save
            </Action>
          </div>
        </div>
      </form>
    </Card>
  )
}
