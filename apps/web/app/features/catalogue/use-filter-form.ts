import { type FormEvent, useEffect, useRef } from 'react'
import { readFilter, type SnackFilter, writeFilter } from './snack-filter.ts'

/** The filter is applied after this pause in typing. */
const TYPING_PAUSE_MS = 250

export type OnFilter = (filter: SnackFilter, options: { replace: boolean }) => void

/**
 * Writes the values of the fields to the address. When the address changes otherwise (Back, a link,
 * Reset), its values are written to the fields. The fields are uncontrolled, so the caret never
 * jumps while typing.
 */
export function useFilterForm(filter: SnackFilter, onFilter: OnFilter) {
  const ref = useRef<HTMLFormElement>(null)
  const address = writeFilter({ ...filter, cursor: '' })
  /** The address that was last made from the fields or written to them. */
  const appliedAddress = useRef(address)
  /**
   * The addresses that were applied before `appliedAddress`. A navigation to one of them may still
   * finish, and must not reset the fields.
   */
  const earlierAddresses = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /**
   * Whether further typing replaces the history entry, so that one Back undoes the whole text. The
   * first pause in typing adds an entry and sets this to true. It is false again after the shopper
   * has left the field, changed another field, or used Back, a link or Reset.
   */
  const canReplaceEntry = useRef(false)

  useEffect(() => {
    const isApplied = appliedAddress.current === address
    // The navigation to the last applied address has finished, so no earlier one is pending.
    if (isApplied) earlierAddresses.current.clear()
    const isFromFields = isApplied || earlierAddresses.current.has(address)
    if (!ref.current || isFromFields) return
    appliedAddress.current = address
    canReplaceEntry.current = false
    fillIn(ref.current, filter)
  }, [address, filter])

  useEffect(() => {
    // The shopper may have typed before hydration. This effect runs once, so it has no dependencies.
    if (apply()) canReplaceEntry.current = true
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  /** Navigates to the address of the fields' values. Returns false if it is applied already. */
  function apply() {
    clearTimeout(timer.current)
    if (!ref.current) return false
    const next = readForm(ref.current)
    const nextAddress = writeFilter(next)
    if (nextAddress === appliedAddress.current) return false

    earlierAddresses.current.add(appliedAddress.current)
    appliedAddress.current = nextAddress
    onFilter(next, { replace: canReplaceEntry.current })
    return true
  }

  return {
    ref,
    onSubmit(event: FormEvent) {
      event.preventDefault()
      apply()
    },
    onChange({ target }: FormEvent) {
      if (isTextInput(target)) {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          apply()
          canReplaceEntry.current = true
        }, TYPING_PAUSE_MS)
        return
      }
      canReplaceEntry.current = false
      apply()
    },
    onBlur() {
      // The timer may still be pending, so the text may not be applied yet.
      apply()
      // The text of the next field gets a history entry of its own.
      canReplaceEntry.current = false
    },
  }
}

function readForm(form: HTMLFormElement): SnackFilter {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
  return readFilter(fields)
}

function fillIn(form: HTMLFormElement, filter: SnackFilter) {
  const values = new Map(Object.entries(filter))
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'radio')
      field.checked = field.value === values.get(field.name)
    else if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = (values.get(field.name) ?? '').split(',').includes(field.value)
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = values.get(field.name) ?? ''
  }
}

function isTextInput(target: EventTarget) {
  return target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
}
