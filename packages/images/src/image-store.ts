/** Where pictures are kept, by key. A key names its content for ever: another picture has another key. */
export interface ImageStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null when there is nothing under the key. */
  get(key: string): Promise<Buffer | null>
  /** Resolves when a picture could be kept now. */
  probe(): Promise<void>
}

const KEY = /^(?:[a-z0-9][a-z0-9._-]*\/)*[a-z0-9][a-z0-9._-]*$/i
const KEY_MAX_LENGTH = 256

/** No dot first, no empty part: a key can never climb out of the place it is kept in. */
export function isImageKey(key: string) {
  return key.length <= KEY_MAX_LENGTH && KEY.test(key)
}
