import { MailedLinkPage } from '../../features/newsletter/mailed-link-page.tsx'
import { pageMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/mailed-link'

/** The texts of each page, by path. In routes.ts the path is also the id of the route. */
const PAGES = {
  'newsletter/confirm': {
    documentTitle: 'Confirm your subscription',
    title: 'Shall we write to you?',
    text: 'One press, and news of fresh batches comes to your mailbox. Every mail has a link that ends it.',
    button: 'Yes, subscribe me',
  },
  'newsletter/unsubscribe': {
    documentTitle: 'Unsubscribe',
    title: 'No more newsletters?',
    text: 'One press, and no more newsletters come. Mails about your orders are not touched by this.',
    button: 'Unsubscribe me',
  },
  'back-in-stock/confirm': {
    documentTitle: 'Tell me when it is back',
    title: 'Shall we tell you?',
    text: 'One press, and we write to you once when the snack is back. No other mail follows.',
    button: 'Yes, tell me',
  },
  'back-in-stock/stop': {
    documentTitle: 'No mail when it is back',
    title: 'No mail when it is back?',
    text: 'One press, and we do not write to you about this snack.',
    button: 'Do not write to me',
  },
} as const

export const meta: Route.MetaFunction = ({ matches }) => {
  // The matches are the root and this route.
  const { id } = matches[1]
  const { documentTitle, text } = PAGES[id]
  return pageMeta({ matches, title: documentTitle, description: text, path: `/${id}`, noindex: true })
}

export default function MailedLinkRoute({ matches }: Route.ComponentProps) {
  const { id } = matches[1]
  const { title, text, button } = PAGES[id]
  return <MailedLinkPage id={id} title={title} text={text} button={button} />
}
