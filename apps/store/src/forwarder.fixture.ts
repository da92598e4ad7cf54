import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Connections are refused, or they are accepted and get no response. */
export type Outage = 'refused' | 'silent'

/** Passes connections on to the server at `target`, except during an outage. */
export async function startForwarder(target: string) {
  const url = new URL(target)
  const sockets = new Set<Socket>()
  let isSilent = false

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  function hangUp() {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((incoming) => {
    track(incoming)
    if (isSilent) return
    const outgoing = connect(Number(url.port), url.hostname)
    track(outgoing)
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
    incoming.pipe(outgoing).pipe(incoming)
  })
  async function listen(port: number) {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const endpoint = new URL(target)
  endpoint.port = String(port)

  return {
    /** The URL of the target, at the port of the forwarder. */
    endpoint: endpoint.href.replace(/\/$/, ''),
    async cut(outage: Outage) {
      isSilent = outage === 'silent'
      if (isSilent) return hangUp()
      // The server emits `close` after its last connection has ended.
      const closed = once(server, 'close')
      server.close()
      hangUp()
      await closed
    },
    async restore() {
      isSilent = false
      hangUp()
      if (!server.listening) await listen(port)
    },
    stop() {
      server.close()
      hangUp()
    },
  }
}
