import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type ReceivedMail = { to: string[]; from: string; raw: string; messageId: string }

/** Starts a real SMTP server on a free port. It records the mails that it receives. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let isDropPending = false

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (isDropPending) {
          isDropPending = false
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
  // Errors are expected: tests kill clients and close connections.
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
    /** Lets the server close all connections instead of acknowledging the next mail. */
    dropAtNextMail: () => {
      isDropPending = true
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
