import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import { humanLines } from './human-lines.ts'
import type { LogLevel } from './log-levels.ts'
import { maskSecrets } from './mask-secrets.ts'

/** Only these leave the process: whatever else is handed to the log, a body or a header, is dropped. */
const LOGGED_FIELDS = new Set([
  'level',
  'time',
  'service',
  'requestId',
  'msg',
  'err',
  'method',
  'part',
  'signal',
  'count',
])

export type LoggerOptions = { service: string; level: LogLevel; destination?: DestinationStream }

export function createLogger({ service, level, destination = standardError() }: LoggerOptions) {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // The finished line is what counts: fields of child loggers come by no other way.
      hooks: { streamWrite: (line) => maskSecrets(onlyLoggedFields(line)) },
    },
    destination,
  )
}

/** Lines for a person at a terminal, JSON for everything that collects logs. */
function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true })
  return process.stderr.isTTY ? humanLines(stream) : stream
}

function onlyLoggedFields(line: string) {
  const fields = Object.entries(JSON.parse(line) as Record<string, unknown>)
  return `${JSON.stringify(Object.fromEntries(fields.filter(([name]) => LOGGED_FIELDS.has(name))))}\n`
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    code: (error as { code?: unknown }).code,
    message: error.message,
    stack: error.stack ?? '',
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
