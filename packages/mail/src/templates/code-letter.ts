import { html } from '../html.ts'
import type { MailContent } from '../mail.ts'
import { layout, STYLES } from './layout.ts'

export type CodeLetter = {
  code: string
  /** As in "123456 is your Nashta confirmation code". */
  name: string
  title: string
  story: string
  /** As in "The code works for 24 hours." */
  lifetime: string
  unasked: string
}

/** What every mail with a code has in common. The subject has it too: a phone shows that without unlocking. */
export function codeLetter({ code, name, title, story, lifetime, unasked }: CodeLetter): MailContent {
  return layout({
    subject: `${code} is your Nashta ${name}`,
    preview: story,
    title,
    body: html`<p style="${STYLES.paragraph}">${story}</p>
      <p style="${STYLES.code}">${code}</p>
      <p style="${STYLES.paragraph}">The code works for ${lifetime}. We will never ask you for it.</p>
      <p style="${STYLES.small}">${unasked}</p>`,
    text: [story, code, `The code works for ${lifetime}. We will never ask you for it.`, unasked],
    reason: 'You get this mail because this address was entered at Nashta.',
  })
}
