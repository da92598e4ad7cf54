import { html } from '../html.ts'
import type { MailContent } from '../mail.ts'
import { button, layout, STYLES } from './layout.ts'

export type AccountNotice = { title: string; story: string; advice: string; publicUrl: string }

/** Tells a shopper what happened to their account, in case it was not they who did it. */
export function accountNotice({ title, story, advice, publicUrl }: AccountNotice): MailContent {
  const signInUrl = new URL('/signin', publicUrl).href

  return layout({
    subject: title,
    preview: story,
    title,
    body: html`<p style="${STYLES.paragraph}">${story}</p>
      <p style="${STYLES.paragraph}">${advice}</p>
      ${button('Go to sign-in', signInUrl)}`,
    text: [story, advice, `Go to sign-in: ${signInUrl}`],
    reason: 'You get this mail because of a change to your Nashta account.',
  })
}
