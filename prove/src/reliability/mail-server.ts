import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { portOf } from '../proof-context.ts'

export type ReceivedMail = { messageId: string; text: string }

/**
 * The server waits this long before it accepts a mail, and as long before it replies. A store that
 * is killed meanwhile cannot know whether the mail was accepted.
 */
const PAUSE_MS = 10

/** How many mails lose their connection after a `hangUp`. */
const CUT_MAILS = 5

const REPLIES: Record<string, string> = {
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  RSET: '250 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
}

/** Speaks as much SMTP as receiving a mail needs. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const events = new EventEmitter<{ accepted: [] }>()
  const sockets = new Set<Socket>()
  let mailsToCut = 0

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.write('220 mail.example\r\n')
    receiveMails(socket, (mail) => {
      if (mailsToCut > 0) {
        mailsToCut -= 1
        socket.destroy()
        return
      }
      received.push(mail)
      events.emit('accepted')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    received,
    /** Resolves when the next mail is accepted, before its sender gets the reply. */
    nextAccepted: () => once(events, 'accepted'),
    /** Closes all connections, and that of each of the next mails when it has come and is not accepted yet. */
    hangUp() {
      mailsToCut = CUT_MAILS
      for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function receiveMails(socket: Socket, onAccepted: (mail: ReceivedMail) => void) {
  /** The lines of the mail that is being received. Between mails it is null: lines are commands. */
  let mailLines: string[] | null = null

  async function accept(text: string) {
    await wait(PAUSE_MS)
    if (socket.destroyed) return
    onAccepted({ messageId: /^Message-ID: (.+)$/im.exec(text)?.[1] ?? '', text })
    await wait(PAUSE_MS)
    if (!socket.destroyed) socket.write('250 ok\r\n')
  }

  const lines = createInterface({ input: socket })
  // A store that is killed closes the connection in the middle of a line.
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    if (mailLines === null) {
      const command = line.slice(0, 4).toUpperCase()
      socket.write(`${REPLIES[command] ?? '502 what?'}\r\n`)
      if (command === 'DATA') mailLines = []
    } else if (line === '.') {
      void accept(mailLines.join('\n'))
      mailLines = null
    } else mailLines.push(line)
  })
}
