import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { portOf } from '../proof-context.ts'
import { openRawConnection } from './raw-connection.ts'

let server: Server
afterEach(() => server.close())

it('a chunked response ends with its last chunk, not with data that looks like a last chunk', async () => {
  server = createServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\n0\r\n\r\nx\r\n')
    void wait(50).then(() => socket.write('3\r\nend\r\n0\r\n\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = openRawConnection(`http://127.0.0.1:${portOf(server)}`)

  const response = await connection.exchange('GET / HTTP/1.1\r\n\r\n')
  expect(response?.body.toString()).toBe('0\r\n\r\nxend')
  connection.close()
})
