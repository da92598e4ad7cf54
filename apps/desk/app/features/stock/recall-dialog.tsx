import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import {
  type BatchBuyers,
  getBatchBuyers,
  getBatchBuyersTable,
  recallBatch,
  recallSchema,
} from '@nashta/contracts/stock/recalls'
import { BATCH_MAX_LENGTH } from '@nashta/contracts/stock/stock'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { useQuery } from '@tanstack/react-query'
import { formatNumberOf, formatTime } from '../../data/formats.ts'
import { useDesk, useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { failureText, QueryState } from '../../ui/query-state.tsx'

type RecallDialogProps = {
  productsId: string
  batch: string
  onRecalled: (text: string) => Promise<void>
  onClosed: () => void
}

/** Who got a batch; and its recall, with one mail to each of them. */
export function RecallDialog({ productsId, batch, onRecalled, onClosed }: RecallDialogProps) {
  const fetchShop = useFetchShop()
  const params = { id: productsId }
  const query = useQuery({
    queryKey: ['stock', productsId, 'buyers', batch],
    queryFn: async ({ signal }) =>
      (await fetchShop(getBatchBuyers, { params, query: { batch }, signal })).data,
  })
  const title = `Recall batch ${batch}`
  const { data } = query
  if (!data || data.recall)
    return (
      <Dialog title={title} onClosed={onClosed}>
        {() => (
          <QueryState query={query}>
            {(buyers) => <Buyers productsId={productsId} buyers={buyers} />}
          </QueryState>
        )}
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      submitLabel={data.persons > 0 ? `Recall and write to ${data.persons}` : 'Recall'}
      schema={recallSchema}
      read={(fields) => ({ ...fields, batch })}
      onClosed={onClosed}
      onSubmit={async (body) => {
        await fetchShop(recallBatch, { params, body })
        await onRecalled(`Batch ${batch} is recalled`)
      }}
    >
      {(field) => (
        <>
          <Buyers productsId={productsId} buyers={data} />
          <p>
            What is left is not sold or packed any more. Everybody who got it has one mail. This cannot be
            undone.
          </p>
          <TextField
            {...field('reason')}
            label="Why"
            hint="The mail says it, such as: Too much salt was found in it"
            required
            maxLength={300}
            autoComplete="off"
          />
          <TextField
            {...field('advice')}
            label="What to do"
            hint="The mail says it, such as: Throw it away, you get your money back"
            required
            maxLength={300}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}

type OlderBatchDialogProps = { productsId: string; onFound: (batch: string) => void; onClosed: () => void }

/** Asks for a batch that was used up so long ago that the page does not list it. */
export function OlderBatchDialog({ productsId, onFound, onClosed }: OlderBatchDialogProps) {
  const fetchShop = useFetchShop()
  return (
    <FormDialog
      title="Recall an older batch"
      submitLabel="Look for it"
      schema={getBatchBuyers.query}
      onClosed={onClosed}
      onSubmit={async (query) => {
        await fetchShop(getBatchBuyers, { params: { id: productsId }, query })
        onFound(query.batch)
      }}
    >
      {(field) => (
        <TextField
          {...field('batch')}
          label="Batch"
          hint="As printed on the pack"
          required
          maxLength={BATCH_MAX_LENGTH}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}

/** How many got the batch, and who, as a file. */
function Buyers({ productsId, buyers }: { productsId: string; buyers: BatchBuyers }) {
  const { files } = useDesk().desk
  const { batch, orders, units, persons, withoutEmail, recall } = buyers
  const { run, isBusy, failure } = useCall(async () => {
    const call = { params: { id: productsId }, query: { batch } }
    saveBlob(`batch-${batch}.csv`, await files.download(getBatchBuyersTable, call))
  }, failureText)
  return (
    <div className="grid gap-2">
      <p>
        {formatNumberOf(units, 'unit')} went to {formatNumberOf(persons, 'person', 'persons')} in{' '}
        {formatNumberOf(orders, 'order')}.
        {withoutEmail > 0 ? ` ${withoutEmail} have no e-mail address: please call them.` : ''}
      </p>
      {recall ? (
        <p>
          Recalled {formatTime(recall.at)} by {recall.by}: {recall.reason}. {recall.advice}.{' '}
          {formatNumberOf(recall.mailed, 'mail')} {recall.isOver ? 'sent.' : 'so far.'}
        </p>
      ) : null}
      {orders > 0 ? (
        <p>
          <Action aria-disabled={isBusy || undefined} onClick={() => void run()}>
            Who got it, as CSV
          </Action>
        </p>
      ) : null}
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
