import type { RefObject } from 'react'
import { type Shortcuts, useShortcuts } from '../ui/shortcuts.ts'

/** `j` moves the focus to the next element with `data-row`, and `k` to the previous one. */
export function useRowShortcuts(list: RefObject<HTMLElement | null>, otherShortcuts: Shortcuts = {}) {
  function move(step: number) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const current = rows.findIndex((row) => row === document.activeElement)
    const next = rows[Math.max(0, Math.min(rows.length - 1, current + step))]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({ ...otherShortcuts, j: () => move(1), k: () => move(-1) })
}
