type Draft = Record<string, string>

const drafts = new Map<string, Draft>()

/**
 * Unsent form input, in memory for as long as the page is open: a session that expires must not cost a shopper their
 * work. Name a draft after its form and its owner. Never for passwords or payments.
 */
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
