import { type FormEvent, useEffect, useRef } from 'react'
import { readFilter, type SnackFilter, writeFilter } from './snack-filter.ts'

/** The filter is applied after this pause in typing. */
const TYPING_PAUSE_MS = 250

export type OnFilter = (filter: SnackFilter, options: { replace: boolean }) => void

/**
 * Connects the fields of the form with the address of the page. A change of a field navigates to a
 * new address, and Back, a link or Reset fills in the fields. The fields are uncontrolled, so the
 * caret never jumps while typing.
 */
export function useFilterForm(filter: SnackFilter, onFilter: OnFilter) {
  const ref = useRef<HTMLFormElement>(null)
  const address = writeFilter({ ...filter, cursor: '' })
  /** The address that the form last navigated to or was filled in from. */
  const appliedAddress = useRef(address)
  /**
   * The addresses that the form has navigated away from, until the page shows `appliedAddress`. A
   * late render with one of them must not reset the fields.
   */
  const leftAddresses = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /**
   * True after the first pause in typing, which has added a history entry for the text. Further
   * typing replaces this entry, so that one Back undoes the whole text.
   */
  const hasTextEntry = useRef(false)

  useEffect(() => {
    const isApplied = address === appliedAddress.current
    const isLateRender = leftAddresses.current.has(address)
    if (isApplied) leftAddresses.current.clear()
    if (isApplied || isLateRender || !ref.current) return

    // Back, a link or Reset has changed the address.
    appliedAddress.current = address
    hasTextEntry.current = false
    fillIn(ref.current, filter)
  }, [address, filter])

  useEffect(() => {
    // The shopper may have typed before hydration. This effect runs only once.
    if (apply()) hasTextEntry.current = true
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  /** Navigates to the address for the fields' values. Returns false if the address is not new. */
  function apply() {
    clearTimeout(timer.current)
    if (!ref.current) return false
    const next = readForm(ref.current)
    const nextAddress = writeFilter(next)
    if (nextAddress === appliedAddress.current) return false

    leftAddresses.current.add(appliedAddress.current)
    appliedAddress.current = nextAddress
    onFilter(next, { replace: hasTextEntry.current })
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
          if (apply()) hasTextEntry.current = true
        }, TYPING_PAUSE_MS)
        return
      }
      // A choice always adds a history entry.
      hasTextEntry.current = false
      apply()
    },
    onBlur() {
      // Applies text that was typed less than `TYPING_PAUSE_MS` ago.
      apply()
      // Text in the next field adds a history entry again.
      hasTextEntry.current = false
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
