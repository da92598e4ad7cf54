import { type SetStateAction, useEffect, useRef, useState } from 'react'
import { browserStorage } from '../storage/browser-storage.ts'
import { useUnsavedWork } from './unsaved-work.ts'

const KEY_PREFIX = 'nashta.draft '

/** Typed values, and the stored ones that they were typed over. */
type Draft<Value> = { base: Value; value: Value }

export type DraftOptions<Value> = {
  /** Names the form, the record that it changes, and the person who types. */
  name: string
  /** The values of the form as they are stored. */
  stored: Value
  /** The stored values with the changes of the draft; by default every changed field keeps its change. */
  merge?: (stored: Value, draft: Draft<Value>) => Value
}

/**
 * State for the values of a form. Values that are not saved survive a reload of the tab, and the
 * person is asked before the page is left with them. When the stored values change, fields that the
 * person has changed keep their values, and all others get the stored ones.
 */
export function useDraft<Value extends object>(options: DraftOptions<Value>) {
  const { name, stored, merge = withChangedFields } = options
  const [draft, setState] = useState(() => openDraft(name, stored, merge))
  const [shown, setShown] = useState(stored)
  // The state as of now: a save asks for it before React renders.
  const latest = useRef(draft)
  if (!isSame(stored, shown)) {
    // React renders again at once with the states that are set here.
    setShown(stored)
    setState({ base: stored, value: merge(stored, draft) })
  }

  function setDraft(next: Draft<Value>) {
    latest.current = next
    setState(next)
  }

  useEffect(() => {
    latest.current = draft
    const storage = browserStorage('sessionStorage')
    if (isSame(draft.base, draft.value)) storage.removeItem(KEY_PREFIX + name)
    else storage.setItem(KEY_PREFIX + name, JSON.stringify(draft))
  }, [draft, name])

  function discard() {
    browserStorage('sessionStorage').removeItem(KEY_PREFIX + name)
    setDraft({ base: stored, value: stored })
  }

  useUnsavedWork({ isUnsaved: () => !isSame(latest.current.base, latest.current.value), discard })

  return {
    value: draft.value,
    /** The stored values that the person has seen. */
    base: draft.base,
    isChanged: !isSame(draft.base, draft.value),
    setValue: (change: SetStateAction<Value>) => {
      const { base, value } = latest.current
      setDraft({ base, value: typeof change === 'function' ? change(value) : change })
    },
    /** Call after a save with the values that were saved. What was typed since stays unsaved. */
    markSaved: (saved: Value) => setDraft({ base: saved, value: latest.current.value }),
    discard,
  }
}

function openDraft<Value extends object>(
  name: string,
  stored: Value,
  merge: (stored: Value, draft: Draft<Value>) => Value,
): Draft<Value> {
  const typed = parseDraft<Value>(browserStorage('sessionStorage').getItem(KEY_PREFIX + name))
  return { base: stored, value: typed ? merge(stored, typed) : stored }
}

/** Null for a text that is no draft: users and other versions of the page can change storage too. */
function parseDraft<Value>(text: string | null): Draft<Value> | null {
  try {
    const { base, value } = Object(JSON.parse(text ?? 'null'))
    const isDraft = [base, value].every((each) => typeof each === 'object' && each !== null)
    return isDraft ? { base, value } : null
  } catch {
    return null
  }
}

/** The stored values, except in the fields that the person has changed. */
function withChangedFields<Value extends object>(stored: Value, draft: Draft<Value>): Value {
  const { base, value } = draft
  const changed = Object.entries(value).filter(([name, typed]) => {
    const isKnown = name in stored && typeof typed === typeof stored[name as keyof Value]
    return isKnown && !isSame(typed, base[name as keyof Value])
  })
  return { ...stored, ...Object.fromEntries(changed) }
}

/** Compares values of forms, which are JSON. */
function isSame(one: unknown, other: unknown) {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
