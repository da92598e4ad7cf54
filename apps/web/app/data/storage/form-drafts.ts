import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { DRAFTS_KEY } from './storage-keys.ts'

type Draft = Record<string, string>

/**
 * Unsent form input. The name of a draft contains the form and the user id, so no other shopper
 * sees it. Drafts survive a reload and a new sign-in, and end with the tab. Passwords and card
 * details are never drafts.
 */
export function readDraft(name: string): Draft | undefined {
  const draft = readDrafts()[name]
  // Users and other versions of the page can change storage too.
  const isDraft = draft && Object.values(draft).every((value) => typeof value === 'string')
  return isDraft ? draft : undefined
}

export function saveDraft(name: string, draft: Draft) {
  writeDrafts({ ...readDrafts(), [name]: draft })
}

export function deleteDraft(name: string) {
  const { [name]: _deleted, ...others } = readDrafts()
  writeDrafts(others)
}

function readDrafts(): Record<string, Draft> {
  try {
    return Object(JSON.parse(browserStorage('sessionStorage').getItem(DRAFTS_KEY) ?? '{}'))
  } catch {
    return {}
  }
}

function writeDrafts(drafts: Record<string, Draft>) {
  browserStorage('sessionStorage').setItem(DRAFTS_KEY, JSON.stringify(drafts))
}
