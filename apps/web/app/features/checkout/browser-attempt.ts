import { createKeptAttempt } from './kept-attempt.ts'

/** The attempt of this tab. The server renders pages only, and never opens one. */
export const keptAttempt = createKeptAttempt(sessionStorageOrNull(), newKey)

/** Unlike `randomUUID`, there on plain http as well. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The server has none; and where storage is forbidden, even to look is an error. */
function sessionStorageOrNull() {
  try {
    return typeof document === 'undefined' ? null : window.sessionStorage
  } catch {
    return null
  }
}
