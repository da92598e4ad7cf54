import { useCall } from '@nashta/browser/forms/use-call'
import { useForm } from '@nashta/browser/forms/use-form'
import {
  addCustomerNote,
  type Customer,
  noteAboutOneSchema,
  removeCustomerNote,
  saveCustomer,
} from '@nashta/contracts/orders/desk/customers'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { useFetchShop } from '../../session/desk-session.tsx'
import { useToast } from '../../shell/toasts.tsx'
import { Action, Card } from '../../ui/controls.tsx'
import { Notes } from '../../ui/notes.tsx'
import { failureText } from '../../ui/query-state.tsx'

export type CustomerMarksProps = { data: Customer; onSaved: (customer: Customer) => void }

/** Tags, notes and “no cash on delivery”. */
export function CustomerMarks({ data: { customer, notes, members }, onSaved }: CustomerMarksProps) {
  const fetchShop = useFetchShop()
  const showToast = useToast()
  const { tags, takesNoCash } = customer
  const params = { customerId: customer.customerId }
  const isJoined = members.length > 1

  const bar = useCall(async (isBarred: boolean) => {
    onSaved((await fetchShop(saveCustomer, { params, body: { takesNoCash: isBarred } })).data)
  }, failureText)
  const removal = useCall(async (noteId: string) => {
    onSaved((await fetchShop(removeCustomerNote, { params: { ...params, noteId } })).data)
  }, failureText)

  async function setBarred(isBarred: boolean) {
    if (!(await bar.run(isBarred))) return
    showToast({
      text: isBarred ? 'Cash on delivery is off' : 'Cash on delivery is on again',
      undo: () => void bar.run(!isBarred),
    })
  }

  return (
    <>
      <Card title="Notes and tags">
        <Notes
          notes={notes}
          schema={isJoined ? noteAboutOneSchema : addCustomerNote.body}
          persons={isJoined ? members.map(toOption) : undefined}
          onAdd={async (body, idempotencyKey) =>
            onSaved((await fetchShop(addCustomerNote, { params, body, idempotencyKey })).data)
          }
          onRemove={({ noteId }) => void removal.run(noteId)}
        />
        {removal.failure ? <Failure>{removal.failure}</Failure> : null}
        <TagsForm key={tags.join()} tags={tags} customerId={customer.customerId} onSaved={onSaved} />
      </Card>
      <Card title="Cash on delivery">
        <p className="mb-3">
          {takesNoCash
            ? 'The checkout does not offer it to this account or phone number.'
            : 'This customer may pay in cash on delivery, like everybody.'}
        </p>
        <Action aria-disabled={bar.isBusy || undefined} onClick={() => void setBarred(!takesNoCash)}>
          {takesNoCash ? 'Take cash again' : 'Take no cash on delivery'}
        </Action>
        {bar.failure ? <Failure>{bar.failure}</Failure> : null}
      </Card>
    </>
  )
}

function toOption({ customerId, name, phone, email, hasAccount }: Customer['members'][number]) {
  const facts = [name, phone, email, hasAccount ? 'account' : 'guest']
  return { value: customerId, label: facts.filter(Boolean).join(', ') }
}

type TagsFormProps = { tags: readonly string[]; customerId: string; onSaved: (customer: Customer) => void }

function TagsForm({ tags, customerId, onSaved }: TagsFormProps) {
  const fetchShop = useFetchShop()
  const showToast = useToast()
  const { formProps, field, isBusy, failure } = useForm({
    schema: saveCustomer.body,
    read: ({ tags: text }) => ({
      tags: String(text)
        .split(',')
        .filter((tag) => tag.trim() !== ''),
    }),
    failed: failureText,
    async send(body) {
      onSaved((await fetchShop(saveCustomer, { params: { customerId }, body })).data)
      showToast({ text: 'Tags are saved' })
    },
  })
  return (
    <form {...formProps}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <TextField
          {...field('tags')}
          label="Tags"
          hint="With commas between them, such as: wholesale, Pune"
          defaultValue={tags.join(', ')}
          autoComplete="off"
        />
        <div className="mt-[1.625rem]">
          <Action type="submit" aria-disabled={isBusy || undefined}>
            Save
          </Action>
        </div>
      </div>
      {failure ? <Failure>{failure}</Failure> : null}
    </form>
  )
}
