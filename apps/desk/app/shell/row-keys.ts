import type { RefObject } from 'react'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'

/** `j` and `k` move the focus from row to row: to the elements with `data-row`. */
export function useRowKeys(list: RefObject<HTMLElement | null>, more: Shortcuts = {}) {
  function move(step: number) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const current = rows.findIndex((row) => row === document.activeElement)
    const next = rows[Math.max(0, Math.min(rows.length - 1, current + step))]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({ ...more, j: () => move(1), k: () => move(-1) })
}
