import { Action } from './controls.tsx'

export type MoveActionsProps = {
  /** The name of the item, within a sentence. */
  name: string
  index: number
  /** How many items the list has. */
  count: number
  onMove: (by: 1 | -1) => void
}

/** Two buttons that move an item of a list up and down. */
export function MoveActions({ name, index, count, onMove }: MoveActionsProps) {
  return (
    <span className="flex">
      <Action look="plain" aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(-1)}>
        ↑
      </Action>
      <Action
        look="plain"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      >
        ↓
      </Action>
    </span>
  )
}
