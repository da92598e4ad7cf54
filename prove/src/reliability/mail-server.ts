import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

export type ReceivedMail = { messageId: string; text: string }

/** The pause before and after a mail is accepted: a sender that is killed then cannot know whether it was. */
const PAUSE_MS = 10

const ANSWERS: Record<string, string> = {
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
  const moments = new EventEmitter<{ kept: [] }>()
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.write('220 mail.example\r\n')
    listenTo(socket, (mail) => {
      received.push(mail)
      moments.emit('kept')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Resolves when the next mail is accepted, before its sender is told. */
    nextKept: () => once(moments, 'kept'),
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

function listenTo(socket: Socket, keepMail: (mail: ReceivedMail) => void) {
  let mail: string[] | null = null

  async function keep(text: string) {
    await wait(PAUSE_MS)
    if (socket.destroyed) return
    keepMail({ messageId: /^Message-ID: (.+)$/im.exec(text)?.[1] ?? '', text })
    await wait(PAUSE_MS)
    socket.write('250 kept\r\n')
  }

  const lines = createInterface({ input: socket })
  // A store that is killed closes the connection in the middle of a line.
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    if (mail === null) {
      const command = line.slice(0, 4).toUpperCase()
      socket.write(`${ANSWERS[command] ?? '502 what?'}\r\n`)
      if (command === 'DATA') mail = []
    } else if (line === '.') {
      void keep(mail.join('\n'))
      mail = null
    } else mail.push(line)
  })
}
