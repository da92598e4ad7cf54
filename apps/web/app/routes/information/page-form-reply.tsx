import {
  STOCK_ALERT_CHECK_MAIL,
  STOCK_ALERT_INCOMPLETE,
} from '@nashta/contracts/stock-alerts/stock-alert-texts'
import { MessagePage } from '../../features/layout/message-page.tsx'
import { pageMeta } from '../../server/page-meta.ts'
import type { Route } from './+types/page-form-reply'

/** The pages to which forms lead without JavaScript, by path: the ids in routes.ts. */
const PAGES = {
  'newsletter/sent': {
    title: 'One more press',
    text: 'Thank you! Please check your mail to confirm your subscription.',
  },
  'newsletter/incomplete': {
    title: 'Something is missing',
    text: 'We need your name and your e-mail address. Please go back and try again.',
  },
  'back-in-stock/sent': { title: 'One more press', text: STOCK_ALERT_CHECK_MAIL },
  'back-in-stock/incomplete': { title: 'Something is missing', text: STOCK_ALERT_INCOMPLETE },
} as const

export const meta: Route.MetaFunction = ({ matches }) => {
  // The matches are the root and this route.
  const { id } = matches[1]
  const { title, text } = PAGES[id]
  return pageMeta({ matches, title, description: text, path: `/${id}`, noindex: true })
}

export default function PageFormReply({ matches }: Route.ComponentProps) {
  return <MessagePage {...PAGES[matches[1].id]} />
}
