import { Icon } from '@nashta/ui/icon'
import type { ReactNode, Ref } from 'react'
import { decreaseLabel, increaseLabel } from './cart-texts.ts'

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
      <Quantity value={quantity} />
      <StepButton label={increaseLabel(name)} onPress={onIncrease}>
        <Icon name="plus" className="size-4.5" />
      </StepButton>
    </div>
  )
}

export type StepButtonProps = {
  ref?: Ref<HTMLButtonElement>
  label: string
  onPress: () => void
  children: ReactNode
}

export function StepButton({ ref, label, onPress, children }: StepButtonProps) {
  return (
    <button ref={ref} type="button" aria-label={label} onClick={onPress} className={BUTTON}>
      {children}
    </button>
  )
}

/** An `output` element, because screen readers announce its changes. */
export function Quantity({ value }: { value: number }) {
  return <output className="min-w-6 text-center font-semibold tabular-nums">{value}</output>
}
