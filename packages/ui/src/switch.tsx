import type { ReactNode } from 'react'

type SwitchProps = {
  isOn: boolean
  isDisabled: boolean
  onPress: () => void
  /** The id of a text that explains the switch. */
  describedBy: string
  children: ReactNode
}

/** A switch with its label. While it is disabled, it can still be reached and read. */
export function Switch({ isOn, isDisabled, onPress, describedBy, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={describedBy}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onPress()
      }}
      className="flex min-h-11 items-center gap-3 text-left text-lg font-medium"
    >
      <span
        aria-hidden
        className={`flex h-7 w-12 shrink-0 items-center rounded-full border-[1.5px] p-0.5 transition-colors ${isOn ? 'justify-end border-raspberry bg-raspberry' : 'border-ink-soft bg-white'}`}
      >
        <span className={`size-5 rounded-full ${isOn ? 'bg-white' : 'bg-ink-soft'}`} />
      </span>
      {children}
    </button>
  )
}
