type Draft = Record<string, string>

/**
 * Unsent form input, by the name of the draft. A draft's name contains the form and the user id.
 * Drafts are in memory while the page is open, so a shopper whose session expires does not lose
 * them. Passwords and payment details are never drafts.
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

/** Called when the shopper signs out or deletes the account. */
export function clearDrafts() {
  drafts.clear()
}
