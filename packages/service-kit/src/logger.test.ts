import { expect, it } from 'vitest'
import { toHumanLine } from './human-lines.ts'
import { createLogger } from './logger.ts'

function recorder() {
  const lines: string[] = []
  const logger = createLogger({
    service: 'shop',
    level: 'info',
    destination: { write: (line) => lines.push(line) },
  })
  return { logger, lines }
}

it('logs the fields on its list and drops every other', () => {
  const { logger, lines } = recorder()
  logger.info(
    { method: 'POST', body: { cardNumber: '4111111111111111' }, headers: { authorization: 'x' } },
    'request',
  )

  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.any(String),
    service: 'shop',
    method: 'POST',
    msg: 'request',
  })
})

it.each([
  ['a card number', 'card 4111 1111-1111 1111 refused', 'card [number] refused'],
  ['a mail address', 'no user asha@example.in here', 'no user [email] here'],
  ['a token', 'bad token eyJhbGciOi.eyJzdWIi.c2ln today', 'bad token [token] today'],
])('masks %s in the text of an error and of its cause', (_case, message, masked) => {
  const { logger, lines } = recorder()
  logger.error({ err: new Error(message, { cause: new Error(message) }) }, 'failed')

  const { err } = JSON.parse(lines[0] ?? '') as {
    err: { message: string; stack: string; cause: { message: string } }
  }
  expect(err.message).toBe(masked)
  expect(err.cause.message).toBe(masked)
  expect(err.stack).toContain(masked)
})

it('keeps one entry on one line, whatever is in it', () => {
  const { logger, lines } = recorder()
  logger.info({ url: 'a\r\nfake entry' }, 'request')
  expect(lines[0]?.trimEnd()).not.toContain('\n')
})

it('speaks in plain lines at a terminal', () => {
  const { logger, lines } = recorder()
  logger.warn('Fallback development values are used')
  expect(toHumanLine(lines[0] ?? '')).toMatch(
    /^\d\d:\d\d:\d\d warn {2}Fallback development values are used\n$/,
  )
})
