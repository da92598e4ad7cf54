import { type DestinationStream, pino, stdTimeFunctions } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * All other fields, such as a body or a header, are removed from the log. A `route` is a pattern
 * such as `/carts/:userId`, never a path with ids.
 */
const LOGGED_FIELDS = new Set([
  'level',
  'time',
  'service',
  'requestId',
  'msg',
  'err',
  'method',
  'route',
  'status',
  'ms',
  'part',
  'signal',
  'count',
])

export type LoggerOptions = { service: string; level: LogLevel; destination?: DestinationStream }

export function createLogger({ service, level, destination = openStandardError() }: LoggerOptions) {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describeError(error) },
      // The finished line is filtered, because pino has no hook for the fields of child loggers.
      hooks: { streamWrite: filterAndMask },
    },
    destination,
  )
}

/** Whether debug lines are logged. */
export function logsDebug({ level }: { level: string }) {
  return level === 'debug' || level === 'trace'
}

/** Readable lines for a terminal, JSON otherwise. */
function openStandardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true })
  return process.stderr.isTTY ? { write: (line) => stream.write(toReadableLine(line)) } : stream
}

/**
 * Removes all fields but the logged ones, and masks their values. Parses the line for that, because
 * a replacement in the line itself could make it invalid JSON.
 */
function filterAndMask(line: string) {
  const fields = Object.entries<unknown>(JSON.parse(line)).filter(([name]) => LOGGED_FIELDS.has(name))
  // A request id is random and holds no secret, but its digits may look like a card number.
  const masked = fields.map(([name, value]) => [name, name === 'requestId' ? value : maskTexts(value)])
  return `${JSON.stringify(Object.fromEntries(masked))}\n`
}

function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(maskTexts)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskTexts(part)]))
}

/** Further causes are not logged, because an error may be its own cause, directly or through others. */
const CAUSES_MAX = 8

function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    message: error.message,
    stack: error.stack ?? '',
    ...(error.cause !== undefined && depth < CAUSES_MAX && { cause: describeError(error.cause, depth + 1) }),
  }
}

type LoggedError = { message?: string; stack?: string; cause?: LoggedError }
type LogEntry = { time: string; level: string; msg: string; service: string; err?: LoggedError }

export function toReadableLine(line: string) {
  const { time, level, msg, service: _service, err, ...fields }: LogEntry = JSON.parse(line)
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`)
  const timeOfDay = time.slice('2026-01-01T'.length, '2026-01-01T00:00:00'.length)
  const headline = `${timeOfDay} ${level.padEnd(5)} ${msg}${details.join('')}`
  return [headline, ...errorLines(err)].map((text) => `${withoutControls(text)}\n`).join('')
}

function errorLines(err: LoggedError | undefined): string[] {
  if (!err) return []
  return [...(err.stack ?? err.message ?? '').split('\n'), ...errorLines(err.cause)]
}

/** Text that a visitor sent must not move the terminal's cursor or start a new line. */
function withoutControls(text: string) {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}

/**
 * A UUID or a number like `4111 1111-1111 1111`. The pattern matches UUIDs first, so that their
 * digits are not masked as a card.
 */
const ID_OR_CARD_LIKE =
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|(?<card>\d(?:[ -]?\d){11,18})/g
/** Matches only at the start of a word, so that matching a long text takes linear time. */
const EMAIL_LIKE = /(?<![\w.+%-])[\w.+%-]+@[\w-]{1,63}(?:\.[\w-]{1,63})+/g
/** JSON Web Tokens begin with `eyJ`, the base64 of `{"`. */
const TOKEN_LIKE = /\beyJ[\w-]+(?:\.[\w-]+)*/g

/** Error messages of libraries may quote what a shopper typed, so every text is masked before it is written. */
function maskSecrets(text: string) {
  return text
    .replace(TOKEN_LIKE, '[token]')
    .replace(EMAIL_LIKE, '[email]')
    .replace(ID_OR_CARD_LIKE, (found, card?: string) => (card === undefined ? found : '[number]'))
}
