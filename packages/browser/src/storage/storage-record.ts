import type * as z from 'zod/mini'

/** Describes one versioned value in browser storage. */
export type StorageRecord<Schema extends z.ZodMiniType> = {
  key: string
  /** Raised when the shape of the data changes. A record of another version counts as absent. */
  version: number
  schema: Schema
}

/** The text to store, such as `{"version":1,"data":[…]}`. */
export function serialiseRecord<Schema extends z.ZodMiniType>(
  record: StorageRecord<Schema>,
  data: z.output<Schema>,
): string {
  return JSON.stringify({ version: record.version, data })
}

/**
 * The data in a stored text. Null if the text is not valid: users and other versions of the page
 * can change storage too.
 */
export function parseRecord<Schema extends z.ZodMiniType>(
  record: StorageRecord<Schema>,
  text: string | null,
): z.output<Schema> | null {
  const envelope = parseJson(text ?? '')
  if (typeof envelope !== 'object' || envelope === null) return null
  if (!('version' in envelope) || envelope.version !== record.version) return null
  if (!('data' in envelope)) return null

  const result = record.schema.safeParse(envelope.data)
  return result.success ? result.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
