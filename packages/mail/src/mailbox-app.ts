import { isFromThisMachine } from '@nashta/service-kit/auth/internal-access'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { refuseOtherMethods } from '@nashta/service-kit/http/other-methods'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mailboxPage, messagePage, type Page } from './mailbox-pages.ts'
import type { Mailbox } from './sqlite-mailbox.ts'

export const MAILBOX_BASE = '/dev/mailbox'

const MESSAGES_PATH = `${MAILBOX_BASE}/messages`
const MESSAGE_PATH = `${MESSAGES_PATH}/:id`

type ListRequest = FastifyRequest<{ Querystring: { to?: string | string[] } }>

export type MailboxAppDeps = ServiceOptions & { mailbox: Mailbox }

/** Shows the mailbox to clients on this machine only, because mails contain sign-in codes. */
export function createMailboxApp({ mailbox, ...options }: MailboxAppDeps) {
  const app = createService(options)

  app.addHook('onRequest', async (request) => {
    if (!isFromThisMachine(request))
      throw new ServiceError('FORBIDDEN', 'The mailbox opens on the machine that runs the store only')
  })
  for (const url of [MAILBOX_BASE, MESSAGES_PATH, MESSAGE_PATH]) refuseOtherMethods(app, url, ['GET'])

  app.get(MAILBOX_BASE, async (request: ListRequest, reply) => {
    const to = recipientOf(request)
    return sendPage(reply, mailboxPage(await mailbox.list(to), to ?? ''))
  })

  app.get(MESSAGES_PATH, async (request: ListRequest, reply) => {
    const messages = await mailbox.list(recipientOf(request))
    return reply.send({
      messages: messages.map(({ to, subject, text, html, sentAt }) => ({ to, subject, text, html, sentAt })),
    })
  })

  app.get(MESSAGE_PATH, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const message = await mailbox.find(request.params.id)
    if (!message) throw new ServiceError('ROUTE_NOT_FOUND', 'There is no such mail')
    return sendPage(reply, messagePage(message))
  })

  return app
}

/** The address in the query. Undefined when the request is for the mails to all recipients. */
function recipientOf({ query }: ListRequest) {
  const { to } = query
  if (Array.isArray(to)) throw new ServiceError('VALIDATION_FAILED', 'query.to: name one address')
  return to || undefined
}

function sendPage(reply: FastifyReply, { markup, policy }: Page) {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(markup)
}
