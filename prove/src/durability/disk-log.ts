/** As in watched-disk.c. */
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
const HEADER_BYTES = 24

export type DiskEvent = {
  happening: (typeof HAPPENINGS)[number]
  /** Of the file in the folder; empty for the folder itself. */
  name: string
  /** Where it was written, or the length it was cut to. */
  offset: number
  /** What was written, or the new name. */
  data: Buffer
  /** Where the log stood after it. */
  end: number
}

export function readDiskLog(log: Buffer): DiskEvent[] {
  const events: DiskEvent[] = []
  for (let at = 0; at + HEADER_BYTES <= log.length;) {
    const name = at + HEADER_BYTES
    const data = name + log.readUInt32LE(at + 4)
    const end = data + Number(log.readBigUInt64LE(at + 16))
    events.push({
      happening: HAPPENINGS[log.readUInt32LE(at)] ?? '',
      name: log.toString('utf8', name, data),
      offset: Number(log.readBigUInt64LE(at + 8)),
      data: log.subarray(data, end),
      end,
    })
    at = end
  }
  return events
}
