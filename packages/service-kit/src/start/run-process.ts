import type { FastifyBaseLogger } from 'fastify'
import type { Served } from '../http/serve.ts'

const REQUIRED_NODE = 26

const WELCOME = "To make the owner's account, open this link within one hour:"

export type RunningProcess = Served & {
  logger: FastifyBaseLogger
  readyLine: string
  /** The one-time link to the first account of the desk. A secret: it is printed, never logged. */
  welcomeUrl?: string | null
}

/**
 * Starts the services of this process, and prints one line when they are ready or could not start.
 * Closes them on SIGINT, on SIGTERM, and when the parent process ends.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  let started: RunningProcess | undefined
  let isEnding = false

  const end = async (signal: string, exitCode: number) => {
    // A second signal ends the process without waiting for the close.
    if (isEnding) process.exit(1)
    // During the start no request is in flight, so there is nothing to wait for.
    if (!started) process.exit(exitCode)
    isEnding = true
    started.logger.info({ signal }, 'closing')
    try {
      await started.close()
    } catch (error) {
      started.logger.error({ err: error }, 'closing failed')
      process.exit(1)
    }
    process.exit(exitCode)
  }

  process.on('SIGINT', () => void end('SIGINT', 0))
  process.on('SIGTERM', () => void end('SIGTERM', 0))
  // The parent process has ended.
  process.on('disconnect', () => void end('disconnect', 0))

  try {
    assertRuntime()
    started = await start()
  } catch (error) {
    process.stderr.write(`Could not start: ${oneLine(error)}\n`)
    process.exit(1)
  }

  const { logger, readyLine, welcomeUrl } = started
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected error')
    void end('uncaughtException', 1)
  })
  const welcomeLine = welcomeUrl ? `${WELCOME} ${withReachableHost(welcomeUrl)}\n` : ''
  process.stdout.write(`${readyLine}\n${welcomeLine}`)
}

/** A process that listens on every address of its machine is reached there as localhost. */
function withReachableHost(url: string) {
  return url.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://localhost')
}

function assertRuntime() {
  const version = process.versions.node
  if (Number.parseInt(version, 10) >= REQUIRED_NODE) return
  throw new Error(
    `Node ${REQUIRED_NODE} is needed and this is ${version}: start with npm, which brings its own`,
  )
}

function oneLine(error: unknown) {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
}
