/** What is left of a batch is not sold if the batch is too old to be sent, or recalled. */
export const BATCH_STATES = ['sold', 'tooOld', 'recalled'] as const
export type BatchState = (typeof BATCH_STATES)[number]
