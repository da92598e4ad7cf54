import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { portOf } from '../proof-context.ts'

export type ReceivedMail = { messageId: string; text: string }

/** The pause before and after a mail is accepted. A sender that is killed in one of them cannot know which one it was. */
const PAUSE_MS = 10

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
  const moments = new EventEmitter<{ accepted: [] }>()
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.write('220 mail.example\r\n')
    listenTo(socket, (mail) => {
      received.push(mail)
      moments.emit('accepted')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    received,
    /** Resolves when the next mail is accepted, before its sender gets the reply. */
    nextAccepted: () => once(moments, 'accepted'),
    /** Closes all connections. */
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    close() {
      this.hangUp()
      server.close()
    },
  }
}

function listenTo(socket: Socket, acceptMail: (mail: ReceivedMail) => void) {
  /** The lines of the mail that is being received; null between mails, when a line is a command. */
  let mail: string[] | null = null

  async function accept(text: string) {
    await wait(PAUSE_MS)
    if (socket.destroyed) return
    acceptMail({ messageId: /^Message-ID: (.+)$/im.exec(text)?.[1] ?? '', text })
    await wait(PAUSE_MS)
    socket.write('250 ok\r\n')
  }

  const lines = createInterface({ input: socket })
  // A store that is killed closes the connection in the middle of a line.
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    if (mail === null) {
      const command = line.slice(0, 4).toUpperCase()
      socket.write(`${REPLIES[command] ?? '502 what?'}\r\n`)
      if (command === 'DATA') mail = []
    } else if (line === '.') {
      void accept(mail.join('\n'))
      mail = null
    } else mail.push(line)
  })
}
