import { MessagePage } from '../../features/layout/message-page.tsx'
import { pageMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/newsletter-form-reply'

/** The pages to which the newsletter form leads without JavaScript, by path: the ids in routes.ts. */
const PAGES = {
  'newsletter/sent': {
    title: 'One more press',
    text: 'Thank you! Please check your mail to confirm your subscription.',
  },
  'newsletter/incomplete': {
    title: 'Something is missing',
    text: 'We need your name and your e-mail address. Please go back and try again.',
  },
} as const

export const meta: Route.MetaFunction = ({ matches }) => {
  // The matches are the root and this route.
  const { id } = matches[1]
  const { title, text } = PAGES[id]
  return pageMeta({ matches, title: `${title} | Nashta`, description: text, path: `/${id}`, noindex: true })
}

export default function NewsletterFormReply({ matches }: Route.ComponentProps) {
  return <MessagePage {...PAGES[matches[1].id]} />
}
