import { useState } from 'react'
import { useCart } from './use-cart.ts'

type Outcome = 'none' | 'pending' | 'waiting' | 'failed' | 'done'

/** How the latest of a button's own clicks fares, whatever else goes on in the cart. */
export function useOperation() {
  const { pending, failedId, stale } = useCart()
  const [id, follow] = useState<string | null>(null)

  function outcome(): Outcome {
    if (id === null) return 'none'
    if (pending.includes(id)) return stale ? 'waiting' : 'pending'
    return failedId === id ? 'failed' : 'done'
  }

  return { id, outcome: outcome(), follow }
}
