import { type FormEvent, useEffect, useRef } from 'react'
import { readFilter, type SnackFilter, writeFilter } from './snack-filter.ts'

/** Long enough to type a word, short enough to seem at once. */
const TYPING_MS = 250

export type OnFilter = (filter: SnackFilter, options: { replace: boolean }) => void

/**
 * The fields are the browser's own, so typing never loses its place. What they say goes to the address; when
 * the address changes otherwise (back, a link, Reset) they follow it.
 */
export function useFilterForm(filter: SnackFilter, onFilter: OnFilter) {
  const ref = useRef<HTMLFormElement>(null)
  const address = writeFilter({ ...filter, cursor: '' })
  const said = useRef(address)
  /** Said before that, and perhaps still on the way: whoever is quick is ahead of the address. */
  const passed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Letters typed in a row are one step back. */
  const typing = useRef(false)

  useEffect(() => {
    if (said.current === address) passed.current.clear()
    if (!ref.current || said.current === address || passed.current.has(address)) return
    said.current = address
    typing.current = false
    fillIn(ref.current, filter)
  }, [address, filter])

  useEffect(() => {
    // Somebody may have begun to fill it in before the script was there; what follows belongs to it.
    if (apply()) typing.current = true
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  /** Whether there was something to say. */
  function apply() {
    clearTimeout(timer.current)
    if (!ref.current) return false
    const next = readForm(ref.current)
    const nextAddress = writeFilter(next)
    if (nextAddress === said.current) return false

    passed.current.add(said.current)
    said.current = nextAddress
    onFilter(next, { replace: typing.current })
    return true
  }

  return {
    ref,
    onSubmit(event: FormEvent) {
      event.preventDefault()
      apply()
    },
    onChange({ target }: FormEvent) {
      if (isTyped(target)) {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          apply()
          typing.current = true
        }, TYPING_MS)
        return
      }
      typing.current = false
      apply()
    },
    onBlur() {
      typing.current = false
    },
  }
}

function readForm(form: HTMLFormElement): SnackFilter {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.set(name, value)
  return readFilter(fields)
}

function fillIn(form: HTMLFormElement, filter: SnackFilter) {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'radio')
      field.checked = field.value === filter.category
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = valueOf(filter, field.name)
    }
  }
}

function valueOf(filter: SnackFilter, name: string): string {
  return Object.entries(filter).find(([key]) => key === name)?.[1] ?? ''
}

function isTyped(target: EventTarget) {
  return target instanceof HTMLInputElement && target.type !== 'radio'
}
