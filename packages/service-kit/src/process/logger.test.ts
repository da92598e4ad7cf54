import { expect, it } from 'vitest'
import { createLogger, toReadableLine } from './logger.ts'

function createRecordedLogger() {
  const lines: string[] = []
  const logger = createLogger({
    service: 'shop',
    level: 'info',
    destination: { write: (line) => lines.push(line) },
  })
  return { logger, lines }
}

it('the log contains no other fields than LOGGED_FIELDS', () => {
  const { logger, lines } = createRecordedLogger()
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

it('the log contains no other fields of a child logger than LOGGED_FIELDS', () => {
  const { logger, lines } = createRecordedLogger()
  logger.child({ requestId: 'r-1', authorization: 'Bearer x', cardNumber: 'x' }).info('request')

  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.any(String),
    service: 'shop',
    requestId: 'r-1',
    msg: 'request',
  })
})

it.each([
  ['a card number', 'card 4111 1111-1111 1111 refused', 'card [number] refused'],
  [
    'a card number beside an id',
    '0b5f2c1e-7c1d-4a39-9a6e-111111111111 4111111111111111',
    '0b5f2c1e-7c1d-4a39-9a6e-111111111111 [number]',
  ],
  ['a mail address', 'no user asha@example.in here', 'no user [email] here'],
  ['a long mail address as a whole', `no user ${'asha.'.repeat(20)}@example.in here`, 'no user [email] here'],
  ['a token', 'bad token eyJhbGciOi.eyJzdWIi.c2ln today', 'bad token [token] today'],
])('the log masks %s', (_case, text, masked) => {
  const { logger, lines } = createRecordedLogger()
  logger.error({ err: new Error(text, { cause: new Error(text) }), part: text }, text)
  logger.error(new Error(text))

  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first).toMatchObject({
    msg: masked,
    part: masked,
    err: { message: masked, cause: { message: masked } },
  })
  expect(second).toMatchObject({
    msg: masked,
    err: { message: masked, stack: expect.stringContaining(masked) },
  })
})

it('the path of a stack frame is not masked as a mail address', () => {
  const { logger, lines } = createRecordedLogger()
  const error = new Error('failed')
  error.stack = 'Error: failed\n    at f (/srv/node_modules/@fastify/http-proxy/index.js:12:3)'
  logger.error({ err: error }, 'failed')
  expect(lines[0]).toContain('@fastify/http-proxy/index.js:12:3')
})

it('a log entry is one line, although a field has line breaks', () => {
  const { logger, lines } = createRecordedLogger()
  logger.info({ part: 'a\r\nfake entry' }, 'request')
  expect(lines[0]?.trimEnd()).not.toContain('\n')
})

it('a log entry in readable form has every field and cause, and no control characters', () => {
  const { logger, lines } = createRecordedLogger()
  logger.warn(
    { part: 'mail\u001b[2J\r\nfake', err: new Error('down', { cause: new Error('refused') }) },
    'not ready',
  )
  const [headline, ...rest] = toReadableLine(lines[0] ?? '').split('\n')

  expect(headline).toMatch(/^\d\d:\d\d:\d\d warn {2}not ready part=mail \[2J {2}fake$/)
  expect(rest.join('\n')).toContain('Error: down')
  expect(rest.join('\n')).toContain('Error: refused')
})

it('request ids and numbers are not masked, and a line with a masked text is still JSON', () => {
  const { logger, lines } = createRecordedLogger()
  const requestId = '4111111111111111'
  logger.info({ requestId, count: 4111111111111111, ms: 4_111_111_111_111, part: '"4111111111111111"' }, 'x')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    requestId,
    count: 4111111111111111,
    ms: 4_111_111_111_111,
    part: '"[number]"',
  })
})

it('an error that is the cause of its own cause is logged', () => {
  const { logger, lines } = createRecordedLogger()
  const error = new Error('first', { cause: new Error('second') })
  ;(error.cause as Error).cause = error
  logger.error({ err: error }, 'failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { message: 'first', cause: { message: 'second' } },
  })
})
