import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import { humanLines } from './human-lines.ts'
import type { LogLevel } from './log-levels.ts'
import { maskSecrets } from './mask-secrets.ts'

/** Only these leave the process: whatever else is handed to the log, a body or a header, is dropped. */
const LOGGED_FIELDS = new Set(['err', 'method', 'part', 'status', 'durationMs', 'url', 'signal', 'count'])

export type LoggerOptions = { service: string; level: LogLevel; destination?: DestinationStream }

export function createLogger({ service, level, destination = standardError() }: LoggerOptions) {
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: onlyLoggedFields },
      serializers: { err: describeError },
    },
    destination,
  )
}

/** Lines for a person at a terminal, JSON for everything that collects logs. */
function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true })
  return process.stderr.isTTY ? humanLines(stream) : stream
}

function onlyLoggedFields(fields: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => LOGGED_FIELDS.has(name)))
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    code: (error as { code?: unknown }).code,
    message: maskSecrets(error.message),
    stack: maskSecrets(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
