/** The measure of all: `node:http` and nothing else, answering every request with bytes that were ready before. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, bodyOf } from './answer.ts'

/** As the store has it, because the answer names it. */
const KEEP_ALIVE_MS = 65_000

const answer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Answer
const { status, headers } = answer
const body = bodyOf(answer)

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
