import { deleteDraft } from '../../data/storage/form-drafts.ts'

const PARTS = ['address', 'contact', 'details', 'payment'] as const

/** The name of the draft of one form of the checkout. */
export function checkoutDraft(userId: string, part: (typeof PARTS)[number]): string {
  return `${part} of ${userId} at the checkout`
}

/** Called when the order is placed. */
export function deleteCheckoutDrafts(userId: string) {
  for (const part of PARTS) deleteDraft(checkoutDraft(userId, part))
}
