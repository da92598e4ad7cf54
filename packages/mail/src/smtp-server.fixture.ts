import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Received = { to: string[]; from: string; raw: string; messageId: string }

/** A real SMTP server on a free port that records the mails it receives. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let isDropping = false

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (isDropping) {
          isDropping = false
          for (const socket of sockets) socket.destroy()
          return
        }
        const raw = Buffer.concat(parts).toString()
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          raw,
          messageId: /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '',
        })
        done()
      })
    },
    ...options,
  })
  // Clients that are killed or hang up on purpose are part of the tests.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo

  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    /** Closes all connections when the last byte of the next mail has come, before the mail is acknowledged. */
    dropNext: () => {
      isDropping = true
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
