import { useCall } from '@nashta/browser/forms/use-call'
import { removeDemoSnacks } from '@nashta/contracts/catalogue/demo-snacks'
import { Failure } from '@nashta/ui/failure'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { useToast } from '../../shell/toasts.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

/** Removes the demo snacks, after a question: it cannot be undone. */
export function DemoSnacks({ count }: { count: number }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [isAsked, setAsked] = useState(false)
  const remove = useCall(async () => {
    const { removed, sold } = (await fetchShop(removeDemoSnacks, { body: {} })).data
    setAsked(false)
    showToast({ text: resultText(removed.length, sold.length) })
    await queries.invalidateQueries()
  }, failureText)

  return (
    <section aria-labelledby="demo-snacks" className="rounded-xl border border-line bg-white p-4">
      <h2 id="demo-snacks" className="font-display text-xl font-semibold">
        {count === 1 ? 'One demo snack' : `${count} demo snacks`}
      </h2>
      <p className="text-ink-soft">
        They show what a full shop looks like. Snacks that are in an order stay, for you to change or delete
        under Products; so does a snack to which you gave another maker.
      </p>
      {remove.failure ? <Failure>{remove.failure}</Failure> : null}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {isAsked ? (
          <>
            <p className="font-semibold">Remove them for good?</p>
            <Action look="main" aria-disabled={remove.isBusy || undefined} onClick={() => void remove.run()}>
              {remove.isBusy ? 'Removing…' : 'Yes, remove them'}
            </Action>
            <Action onClick={() => setAsked(false)}>Keep them</Action>
          </>
        ) : (
          <Action onClick={() => setAsked(true)}>Remove the demo snacks</Action>
        )}
      </div>
    </section>
  )
}

function resultText(removed: number, sold: number) {
  const kept = sold === 0 ? '' : `; ${sold} stay, because they were sold`
  return `${removed} demo snacks removed${kept}`
}
