import type { Letter } from './letters.ts'

export type OutboxEntry = {
  /** Says what is announced; the outbox keeps the first entry of each. */
  dedupKey: string
  to: string
  letter: Letter
}

export type AnnouncementOptions = {
  /** The id of what is announced: an order, a subscription. */
  about: string
  to: string
  letter: Letter
}

export function announcement({ about, to, letter }: AnnouncementOptions): OutboxEntry {
  return { dedupKey: `${letter.kind}:${about}`, to, letter }
}
