import { useEffect, useState } from 'react'
import { pollDelay } from './poll-delay.ts'

/** Whether it is time to ask: at once, or for what can wait after as long as there is between two polls. */
export function useDue(canWait: boolean): boolean {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    if (!canWait) return undefined
    const timer = setTimeout(() => setOver(true), pollDelay({ dataUpdatedAt: Date.now(), errorUpdatedAt: 0 }))
    return () => clearTimeout(timer)
  }, [canWait])

  return isOver || !canWait
}
