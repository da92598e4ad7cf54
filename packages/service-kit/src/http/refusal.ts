import { STATUS_CODES } from 'node:http'
import { ERROR_STATUS, type ErrorCode } from '@nashta/contracts/api/reply'
import { dataHeaders } from './security-headers.ts'

/** A whole answer as bytes, for what is refused before there is a request to answer. */
export function rawRefusal(code: ErrorCode, message: string, { https }: { https: boolean }) {
  const status = ERROR_STATUS[code]
  const body = JSON.stringify({ code, message })
  const headers = {
    ...dataHeaders({ https }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
