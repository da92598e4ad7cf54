import type * as z from 'zod/mini'

/** One versioned value in browser storage. */
export type StorageRecord<Data extends z.ZodMiniType> = {
  key: string
  /** Raised when the shape of the data changes; records of other versions read as absent. */
  version: number
  data: Data
}

/** The text to store, such as `{"version":1,"data":[…]}`. */
export function writeRecord<Data extends z.ZodMiniType>(
  record: StorageRecord<Data>,
  data: z.output<Data>,
): string {
  return JSON.stringify({ version: record.version, data })
}

/** The data in a stored text; null unless it is valid: other versions of the page and the user can write to storage. */
export function readRecord<Data extends z.ZodMiniType>(
  record: StorageRecord<Data>,
  text: string | null,
): z.output<Data> | null {
  const envelope = parseJson(text ?? '')
  if (typeof envelope !== 'object' || envelope === null) return null
  if (!('version' in envelope) || envelope.version !== record.version) return null
  if (!('data' in envelope)) return null

  const result = record.data.safeParse(envelope.data)
  return result.success ? result.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
