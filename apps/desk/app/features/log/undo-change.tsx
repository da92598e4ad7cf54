import { useCall } from '@nashta/browser/forms/use-call'
import { undoProducts } from '@nashta/contracts/catalogue/undo-products'
import { Failure } from '@nashta/ui/failure'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

type UndoChangeProps = {
  productId: string
  at: string
  /** The product, for screen readers. */
  subject: string
}

/** A button that puts a product back to what it was before a change of the log. */
export function UndoChange({ productId: products_id, at, subject }: UndoChangeProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const [result, setResult] = useState('')
  const { run, isBusy, failure } = useCall(async () => {
    const { data } = await fetchShop(undoProducts, { body: { changes: [{ products_id, at }] } })
    const [row] = data.rows
    setResult(row?.isUndone ? 'Undone' : `Not undone: ${row?.message ?? ''}`)
    // The list has one more entry now.
    if (row?.isUndone) void queries.invalidateQueries({ queryKey: ['log'] })
  }, failureText)
  return (
    <>
      {result === '' ? (
        <Action
          aria-label={`Undo this change of ${subject}`}
          aria-disabled={isBusy || undefined}
          onClick={() => void run()}
        >
          Undo
        </Action>
      ) : (
        <output>{result}</output>
      )}
      {failure ? <Failure>{failure}</Failure> : null}
    </>
  )
}
