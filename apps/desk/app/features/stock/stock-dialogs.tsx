import {
  type ShownBatch,
  type StockPage,
  changeStock,
  countedSchema,
  receivedSchema,
  takenOutSchema,
} from '@nashta/contracts/stock/stock'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import type * as z from 'zod/mini'
import { parseNumber } from '../../data/parse-number.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { REMOVAL_OPTIONS } from './stock-texts.ts'

export type StockAction = 'receive' | 'takeOut' | 'count'

type StockDialogProps = {
  page: StockPage
  /** The batch that it is about; absent when the operator chooses one, or none. */
  batch?: ShownBatch | undefined
  onChanged: (text: string) => Promise<void>
  onClosed: () => void
}

/** Asks what an operator does with the stock of a product. */
export function StockDialog({ action, ...props }: StockDialogProps & { action: StockAction }) {
  if (action === 'receive') return <ReceiveDialog {...props} />
  return action === 'takeOut' ? <TakeOutDialog {...props} /> : <CountDialog {...props} />
}

function ReceiveDialog({ page, onChanged, onClosed }: StockDialogProps) {
  const send = useSend(page)
  return (
    <FormDialog
      title="Receive goods"
      submitLabel="Receive"
      schema={receivedSchema}
      read={(fields) => ({
        ...given(fields, ['batch', 'bestBefore', 'note']),
        kind: 'received',
        units: parseNumber(fields['units']),
        ...(fields['cost'] && { cost: parseNumber(fields['cost']) }),
      })}
      onClosed={onClosed}
      onSubmit={async (body, key) => {
        await send(body, key)
        await onChanged(`${body.units} received`)
      }}
    >
      {(field) => (
        <>
          <TextField {...field('units')} label="Units" required inputMode="numeric" autoComplete="off" />
          <TextField
            {...field('cost')}
            label="Cost of a unit, in rupees"
            hint="What you paid. Optional"
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            {...field('batch')}
            label="Batch"
            hint="As printed on the pack. Optional"
            maxLength={40}
            autoComplete="off"
          />
          <TextField {...field('bestBefore')} label="Best before" type="date" autoComplete="off" />
          <NoteField {...field('note')} />
        </>
      )}
    </FormDialog>
  )
}

function TakeOutDialog({ page, batch, onChanged, onClosed }: StockDialogProps) {
  const send = useSend(page)
  return (
    <FormDialog
      title="Take units out"
      submitLabel="Take out"
      schema={takenOutSchema}
      read={(fields) => ({
        ...given(fields, ['note', 'batch']),
        kind: fields['kind'],
        units: parseNumber(fields['units']),
      })}
      onClosed={onClosed}
      onSubmit={async (body, key) => {
        await send(body, key)
        await onChanged(`${body.units} taken out`)
      }}
    >
      {(field) => (
        <>
          <SelectField
            {...field('kind')}
            label="What has happened"
            placeholder="Please choose"
            required
            options={REMOVAL_OPTIONS}
            defaultValue={batch ? 'expired' : ''}
          />
          <BatchField {...field('batch')} page={page} batch={batch} />
          <TextField
            {...field('units')}
            label="Units"
            defaultValue={batch?.left}
            required
            inputMode="numeric"
            autoComplete="off"
          />
          <NoteField {...field('note')} />
        </>
      )}
    </FormDialog>
  )
}

function CountDialog({ page, batch, onChanged, onClosed }: StockDialogProps) {
  const send = useSend(page)
  const { stock } = page
  return (
    <FormDialog
      title={batch ? `Count batch ${batch.batch}` : 'Count'}
      submitLabel="Save the count"
      schema={countedSchema}
      read={(fields) => ({
        ...given(fields, ['note']),
        kind: 'counted',
        counted: parseNumber(fields['counted']),
        seen: batch ? batch.left : stock,
        ...(batch && { batch: batch.batch }),
      })}
      onClosed={onClosed}
      onSubmit={async (body, key) => {
        await send(body, key)
        await onChanged('Count saved')
      }}
    >
      {(field) => (
        <>
          <TextField
            {...field('counted')}
            {...(batch
              ? { label: 'Units in the shop', hint: 'With those of orders that are not packed yet.' }
              : {
                  label: 'Units left to sell',
                  hint: 'Without those of orders that are not sent yet: these are taken off already.',
                })}
            required
            inputMode="numeric"
            autoComplete="off"
          />
          <NoteField {...field('note')} />
        </>
      )}
    </FormDialog>
  )
}

/** Names the batch that units are taken from. Nothing in a shop without batches. */
function BatchField({
  page,
  batch,
  ...field
}: { id: string; name: string; error: string | undefined } & Pick<StockDialogProps, 'page' | 'batch'>) {
  const filled = (page.batches ?? []).filter(({ left }) => left > 0)
  if (filled.length === 0) return null
  return (
    <SelectField
      {...field}
      label="Batch"
      placeholder="Without a batch"
      defaultValue={batch?.batch ?? ''}
      options={filled.map(({ batch: value, left }) => ({ value, label: `${value}: ${left} left` }))}
    />
  )
}

function NoteField(field: { id: string; name: string; error: string | undefined }) {
  return <TextField {...field} label="Note" hint="Optional" maxLength={200} autoComplete="off" />
}

type StockChange = z.input<typeof changeStock.body>

function useSend({ product }: StockPage) {
  const fetchShop = useFetchShop()
  return (body: StockChange, idempotencyKey: string) =>
    fetchShop(changeStock, { params: { id: product.products_id }, body, idempotencyKey })
}

/** The optional fields that are filled in. */
function given(fields: Readonly<Record<string, string | boolean>>, names: readonly string[]) {
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}
