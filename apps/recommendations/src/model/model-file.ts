import { createHash } from 'node:crypto'
import type { Model } from './model.ts'

/** Raised whenever the layout or the meaning of what is stored changes. */
const FORMAT = 'nashta-model-1\n'
const CHECKSUM_BYTES = 32
const LENGTH_BYTES = 4

type Header = Omit<Model, 'counts' | 'popularity' | 'habits' | 'weights'> & {
  headCount: number
  sparseCount: number
}

/** The format, a checksum of the rest, the length of the header, the header as JSON, the arrays one after another. */
export function encodeModel({
  counts,
  popularity,
  habits,
  weights,
  ...rest
}: Model): Uint8Array<ArrayBuffer> {
  const { head, places, dense, sparse } = weights
  const header: Header = { ...rest, headCount: head.length, sparseCount: sparse.values.length }
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(json.length)
  const inOrder = [
    counts,
    popularity,
    habits,
    head,
    places,
    dense,
    sparse.starts,
    sparse.columns,
    sparse.values,
  ]
  const body = joined([length, json, ...inOrder.map(bytesOf)])
  return joined([Buffer.from(FORMAT), checksum(body), body])
}

/** Null if the bytes are broken or of another format: then a new training makes new ones. */
export function decodeModel(bytes: Uint8Array): Model | null {
  const start = FORMAT.length + CHECKSUM_BYTES
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const body = buffer.subarray(start)
  if (!buffer.subarray(0, FORMAT.length).equals(Buffer.from(FORMAT))) return null
  if (!buffer.subarray(FORMAT.length, start).equals(checksum(body))) return null

  const headerEnd = LENGTH_BYTES + body.readUInt32LE()
  const header = JSON.parse(body.toString('utf8', LENGTH_BYTES, headerEnd)) as Header
  const { headCount, sparseCount, ...rest } = header
  const itemCount = rest.productIds.length
  let at = headerEnd
  const take = (count: number) => {
    const part = body.subarray(at, at + 4 * count)
    at += 4 * count
    return new Uint8Array(part).buffer
  }
  return {
    ...rest,
    counts: new Float32Array(take(itemCount)),
    popularity: new Float32Array(take(itemCount)),
    habits: new Float32Array(take(itemCount)),
    weights: {
      head: new Uint32Array(take(headCount)),
      places: new Int32Array(take(itemCount)),
      dense: new Float32Array(take(headCount ** 2)),
      sparse: {
        columnCount: itemCount,
        starts: new Uint32Array(take(itemCount + 1)),
        columns: new Uint32Array(take(sparseCount)),
        values: new Float32Array(take(sparseCount)),
      },
    },
  }
}

/** In memory of its own, which can be handed to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function checksum(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest()
}
