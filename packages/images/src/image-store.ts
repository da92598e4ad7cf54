/** Where pictures are kept, by key. A key names its content for ever: another picture has another key. */
export interface ImageStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null when there is nothing under the key. */
  get(key: string): Promise<Buffer | null>
  /** Every key without a folder, in no order. */
  topKeys(): Promise<string[]>
  /** Resolves when a picture could be kept now. */
  probe(): Promise<void>
}

/** File systems take names of up to 255 bytes. */
const KEY = /^(?:[a-z0-9][a-z0-9._-]{0,199}\/){0,4}[a-z0-9][a-z0-9._-]{0,199}$/i

/** No dot first, no empty part: a key can never climb out of the place it is kept in. */
export function isImageKey(key: string) {
  return KEY.test(key)
}
