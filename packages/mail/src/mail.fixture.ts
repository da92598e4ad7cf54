import { announcement, type OutboxEntry } from './mail.ts'

export function anEntry(about: string, to = 'asha@example.com'): OutboxEntry {
  return announcement({
    kind: 'order-confirmed',
    about,
    to,
    content: { subject: `Order ${about}`, text: `Text of ${about}`, html: `<p>Markup of ${about}</p>` },
  })
}
