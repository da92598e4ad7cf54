/**
 * The program of the bare server, with which the store is compared. It is `node:http` alone and
 * sends the same captured response to every request.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { bodyOf, type CapturedResponse } from '../load/captured-response.ts'

/** The store's timeout. Both servers send it in the header Keep-Alive, which must be the same. */
const KEEP_ALIVE_MS = 65_000

const response: CapturedResponse = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const { status, headers } = response
const body = bodyOf(response)

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_request, reply) => {
  reply.writeHead(status, headers)
  reply.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
