import { wrapOnce } from './wrap-once.ts'

export function httpError(status: number): string {
  return `HTTP error! status: ${status}`
}

export function apiRequestFailed(message: string): string {
  return wrapOnce('API request failed: ', message)
}

/** What a failed Shop API call says, given its status and its body if that was JSON. */
export function apiErrorText(status: number, body: unknown): string {
  return apiRequestFailed(messageOf(body) ?? httpError(status))
}

function messageOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null
  return typeof body.message === 'string' && body.message !== '' ? body.message : null
}
