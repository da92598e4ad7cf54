import { announcement, type OutboxEntry } from './outbox-entry.ts'

export function anEntry(about: string, to = 'asha@example.com'): OutboxEntry {
  return announcement({
    about,
    to,
    letter: {
      kind: 'written',
      data: { subject: `Order ${about}`, text: `Text of ${about}`, html: `<p>Markup of ${about}</p>` },
    },
  })
}
