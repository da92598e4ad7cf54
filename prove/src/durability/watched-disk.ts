import { execFileSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ProofContext } from '../proof-context.ts'

const SOURCE = join(import.meta.dirname, 'watched-disk.c')

/** The reason why a disk cannot be watched here, or null. */
export function whyNoWatchedDisk(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux'
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return null
  } catch {
    return 'it needs a C compiler (cc)'
  }
}

/** The first `spared` calls succeed, and then `times` calls fail with `error`. */
export type Fault = {
  calls: 'writes' | 'syncs'
  /**
   * Only calls on databases fail, not those on their logs. A database is written and synced when
   * its log is copied into it.
   */
  databasesOnly: boolean
  spared: number
  times: number
  error: 'ENOSPC' | 'EIO'
}

/** The numbers of `enum calls` in watched-disk.c, where 0 means no calls. */
const CALLS = { writes: 1, syncs: 2 }
/** Linux's error numbers. */
const CODES = { EIO: 5, ENOSPC: 28 }
/**
 * The number of fields of `struct fault` in watched-disk.c, of 32 bits each. The last field counts
 * the calls that have failed.
 */
const FAULT_FIELDS = 6

export type WatchedDisk = ReturnType<typeof watchDisk>

/** A data folder whose writes, syncs and renames are logged and can be made to fail. */
export function watchDisk(context: ProofContext) {
  const dataFolder = realpathSync(context.freshFolder())
  const folder = context.freshFolder()
  const library = join(folder, 'watched-disk.so')
  execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl', '-lpthread'])
  const logFile = join(folder, 'log')
  writeFileSync(logFile, '')
  const faultFile = join(folder, 'fault')
  writeFileSync(faultFile, Buffer.alloc(FAULT_FIELDS * 4))
  const [log, fault] = [openSync(logFile, 'r'), openSync(faultFile, 'r+')]
  context.atEnd(() => [log, fault].forEach((file) => closeSync(file)))

  const setFault = (fields: number[]) =>
    writeSync(fault, new Uint8Array(Int32Array.from(fields).buffer), 0, null, 0)

  return {
    dataFolder,
    settings: {
      DATA_DIR: dataFolder,
      LD_PRELOAD: library,
      WATCHED_FOLDER: dataFolder,
      WATCHED_LOG: logFile,
      WATCHED_FAULT: faultFile,
    },
    /** The current length of the log. */
    position: () => fstatSync(log).size,
    events: (): DiskEvent[] => readDiskLog(readFileSync(logFile)),
    arm({ calls, databasesOnly, spared, times, error }: Fault) {
      // The first field arms the fault, so it is written last.
      setFault([0, Number(databasesOnly), spared, times, CODES[error], 0])
      setFault([CALLS[calls]])
    },
    disarm: () => setFault([0]),
    /** How many calls have failed since `arm`. */
    failedCalls() {
      const fields = new Int32Array(FAULT_FIELDS)
      readSync(fault, fields, 0, fields.byteLength, 0)
      return fields.at(-1) ?? 0
    },
  }
}

/** In the order of `enum happening` in watched-disk.c, whose numbers begin at 1. */
const HAPPENINGS = [
  '',
  'created',
  'written',
  'truncated',
  'synced',
  'sync failed',
  'renamed',
  'unlinked',
] as const
/** The size of `struct record` in watched-disk.c. The name and the data follow it. */
const HEADER_BYTES = 24

export type DiskEvent = {
  happening: (typeof HAPPENINGS)[number]
  /** The name of the file; empty for the folder itself. */
  name: string
  /** The offset of a write, or the length after a truncation. */
  offset: number
  /** The written bytes, or the new name. */
  data: Buffer
  /** The length of the log after this event. */
  end: number
}

function readDiskLog(log: Buffer): DiskEvent[] {
  const events: DiskEvent[] = []
  for (let at = 0; at + HEADER_BYTES <= log.length;) {
    const nameStart = at + HEADER_BYTES
    const dataStart = nameStart + log.readUInt32LE(at + 4)
    const end = dataStart + Number(log.readBigUInt64LE(at + 16))
    events.push({
      happening: HAPPENINGS[log.readUInt32LE(at)] ?? '',
      name: log.toString('utf8', nameStart, dataStart),
      offset: Number(log.readBigUInt64LE(at + 8)),
      data: log.subarray(dataStart, end),
      end,
    })
    at = end
  }
  return events
}
