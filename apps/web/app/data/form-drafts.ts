type Draft = Record<string, string>

const drafts = new Map<string, Draft>()

/**
 * What somebody has typed and not yet sent, for as long as the page is open: a session that ends halfway must
 * not cost them their work. Name a draft after its form and its owner. Never for passwords or payments.
 */
export function draftOf(name: string): Draft | undefined {
  return drafts.get(name)
}

export function keepDraft(name: string, draft: Draft) {
  drafts.set(name, draft)
}

export function dropDraft(name: string) {
  drafts.delete(name)
}

/** When somebody leaves on purpose. */
export function dropAllDrafts() {
  drafts.clear()
}
