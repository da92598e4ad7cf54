/** What follows when a courier could not hand an order over. */
export const UNDELIVERED_OUTCOMES = ['tryAgain', 'comingBack'] as const
export type UndeliveredOutcome = (typeof UNDELIVERED_OUTCOMES)[number]

export const UNDELIVERED_REASONS = ['nobodyThere', 'refused', 'addressNotFound', 'damaged', 'lost'] as const
export type UndeliveredReason = (typeof UNDELIVERED_REASONS)[number]

/** Shoppers read these texts on the order's page and in the mail. */
export const UNDELIVERED_TEXTS: Readonly<Record<UndeliveredReason, string>> = {
  nobodyThere: 'Nobody could take the parcel',
  refused: 'The parcel was refused at the door',
  addressNotFound: 'The courier did not find the address',
  damaged: 'The parcel was damaged on its way',
  lost: 'The courier has lost the parcel',
}
