import { Icon } from '@nashta/ui/icon'
import type { ReactNode } from 'react'
import { decreaseLabel, increaseLabel } from './cart-labels.ts'

const BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-200 hover:bg-raspberry hover:text-white'

export type QuantityStepperProps = {
  name: string
  quantity: number
  onIncrease: () => void
  onDecrease: () => void
}

export function QuantityStepper({ name, quantity, onIncrease, onDecrease }: QuantityStepperProps) {
  return (
    <div className="inline-flex items-center rounded-full bg-paper-deep">
      <StepButton label={decreaseLabel(name)} onPress={onDecrease}>
        <Icon name="minus" className="size-4.5" />
      </StepButton>
      {/* An output element, because screen readers announce its changes. */}
      <output className="min-w-6 text-center font-semibold tabular-nums">{quantity}</output>
      <StepButton label={increaseLabel(name)} onPress={onIncrease}>
        <Icon name="plus" className="size-4.5" />
      </StepButton>
    </div>
  )
}

type StepButtonProps = {
  label: string
  onPress: () => void
  children: ReactNode
}

function StepButton({ label, onPress, children }: StepButtonProps) {
  return (
    <button type="button" aria-label={label} onClick={onPress} className={BUTTON}>
      {children}
    </button>
  )
}
