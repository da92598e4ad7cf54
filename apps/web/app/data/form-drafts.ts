type Draft = Record<string, string>

/**
 * Unsent form input by the name of its draft, in memory while the page is open: a shopper whose session expires does not
 * lose it. A name contains the form and the user id. Passwords and payment details are never drafts.
 */
const drafts = new Map<string, Draft>()

export function readDraft(name: string): Draft | undefined {
  return drafts.get(name)
}

export function saveDraft(name: string, draft: Draft) {
  drafts.set(name, draft)
}

export function deleteDraft(name: string) {
  drafts.delete(name)
}

/** Called when the shopper signs out. */
export function clearDrafts() {
  drafts.clear()
}
