import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ServiceError } from '@nashta/service-kit/service-error'
import { damagedError, tooCostlyError } from './picture-header.ts'

const PROGRAM = join(import.meta.dirname, 'decode-program.ts')

/** The largest photo takes half of the CPU time and of the memory. */
const DECODE_LIMITS = {
  cpuMs: 6_000,
  memoryBytes: 640 * 1024 * 1024,
  /** Longer than the CPU time, because the machine may be busy. */
  timeoutMs: 30_000,
}

export type DecodeLimits = typeof DECODE_LIMITS
export type CleanPicture = { bytes: Buffer; width: number; height: number }

/** The first line that the program prints. A WebP picture follows, unless the line is a refusal. */
export type DecodedLine = { width: number; height: number } | { refusal: string }

export type DecodeOptions = {
  /** sharp's name of the format. */
  format: string
  /** Kills the process, because nobody waits for the picture any more. */
  signal: AbortSignal
  limits?: Partial<DecodeLimits> | undefined
}

/**
 * Decodes the picture in a process of its own. A decoder in this process could not be stopped, and
 * its memory could not be limited. A process for each picture needs no memory between pictures.
 */
export async function decodePicture(
  file: Buffer,
  { format, signal, limits }: DecodeOptions,
): Promise<CleanPicture> {
  const { cpuMs, memoryBytes, timeoutMs } = { ...DECODE_LIMITS, ...limits }
  const child = spawn(process.execPath, [PROGRAM, format, String(cpuMs), String(memoryBytes)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A faulty decoder must not find the secrets in the variables of the store.
    env: {},
    timeout: timeoutMs,
    signal,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject).once('close', (_code, killedBy) => resolve(killedBy))
  })
  // A process that was killed reads no more. `ended` tells why.
  child.stdin.on('error', () => {}).end(file)
  const [killedBy, output] = await Promise.all([ended, buffer(child.stdout)]).catch((error: unknown) => {
    throw signal.aborted ? callerGoneError() : unavailableError(error)
  })
  if (signal.aborted) throw callerGoneError()
  if (killedBy === 'SIGKILL') throw tooCostlyError()
  return parseOutput(output)
}

function parseOutput(output: Buffer): CleanPicture {
  const lineEnd = output.indexOf('\n')
  // A process that crashed has printed nothing.
  if (lineEnd === -1) throw damagedError()
  const line: DecodedLine = JSON.parse(output.toString('utf8', 0, lineEnd))
  if ('refusal' in line) throw new ServiceError('VALIDATION_FAILED', line.refusal)
  return { bytes: output.subarray(lineEnd + 1), ...line }
}

/** Nobody gets this response. */
function callerGoneError() {
  return new ServiceError('REQUEST_TIMEOUT', 'The connection was closed')
}

function unavailableError(cause: unknown) {
  return new ServiceError('UNAVAILABLE', 'Pictures cannot be read at the moment; please try again', {
    cause,
    retryAfter: 5,
  })
}
