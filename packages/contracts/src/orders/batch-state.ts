/** Of a batch that is too old to be sent, or recalled, what is left is not sold. */
export const BATCH_STATES = ['sold', 'tooOld', 'recalled'] as const
export type BatchState = (typeof BATCH_STATES)[number]
