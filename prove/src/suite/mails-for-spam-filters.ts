import { execFile, spawnSync } from 'node:child_process'
import { MAIL_KINDS } from '@nashta/contracts/mails/mails'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { messageIdOf } from '@nashta/mail/mail'
import { sampleMail } from '@nashta/mail/sample-mails'
import { startSmtpServer } from '@nashta/mail/smtp-server.fixture'
import { createSmtpTransport } from '@nashta/mail/smtp-transport'
import { senderOf } from '@nashta/mail/templates/layout'
import { expectFigures, type Proof } from '../proof.ts'

/** A mail with 5.0 is spam for SpamAssassin. Other filters are stricter. */
const SCORE_BELOW = 2
const STATUS =
  /^X-Spam-Status: \w+, score=(?<score>-?[\d.]+) .*?tests=(?<tests>[^=]*?)\s+(?:autolearn|version)=/gms

export const mailsForSpamFilters: Proof = {
  id: 'S32',
  test: 'SpamAssassin, with the rules that need no network, scores every kind of mail as the mail server gets it',
  sizes: { quick: 1, short: 1, nightly: 3 },
  unit: 'mails of each kind',
  whyNot: () =>
    spawnSync('spamassassin', ['--version']).status === 0
      ? null
      : 'SpamAssassin is not installed (Debian package spamassassin)',
  async run(context, size) {
    const home = context.freshFolder()
    const server = await startSmtpServer()
    const transport = createSmtpTransport({ url: server.url, from: 'hello@farsan.example' })
    // Not a demo shop: each of its mails says that the shop is not real.
    const sender = senderOf(
      aShop({ isDemo: false, tradeName: 'Asha’s Farsan', email: 'care@farsan.example' }),
    )
    for (let round = 0; round < size; round += 1) {
      for (const kind of MAIL_KINDS) {
        const message = sampleMail(kind, { publicUrl: 'https://farsan.example', now: new Date() })
        const messageId = messageIdOf(`${kind}:${round}`)
        await transport.send({ to: 'meera@example.in', kind, messageId, content: { message, sender } })
      }
    }
    await transport.close()
    await server.close()
    const scores = await scoresOf(
      server.received.map(({ raw }) => raw),
      home,
    )
    const scored = MAIL_KINDS.map((kind, index) => ({ kind, ...scores[index] }))
    const isWrong = ({ score = Infinity }: { score?: number }) => !(score < SCORE_BELOW)
    const textOf = ({ kind, score, tests }: (typeof scored)[number]) => `${kind} ${score} (${tests})`
    expectFigures({
      'scored mails': [scores.length, size * MAIL_KINDS.length],
      'mails that score too high': [scored.filter(isWrong).map(textOf).join('; '), ''],
    })
    const [highest] = scored.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
    return `${MAIL_KINDS.length} kinds of mail, all below ${SCORE_BELOW.toFixed(1)}; the highest: ${highest ? textOf(highest) : ''}`
  },
  mutations: [
    {
      what: 'mails have no subject and no plain text',
      file: 'packages/mail/src/smtp-transport.ts',
      from: 'subject, text, html, messageId,',
      to: 'html, messageId,',
    },
  ],
}

/**
 * Scores all mails in one process, because SpamAssassin reads its rules for seconds. `home` keeps it
 * from reading what the user of this machine has taught it.
 */
function scoresOf(mails: readonly string[], home: string): Promise<{ score: number; tests: string }[]> {
  const mbox = mails
    .map((raw) => `From hello@farsan.example Thu Jan  1 00:00:00 2026\n${escapeFrom(raw)}\n\n`)
    .join('')
  return new Promise((resolve, reject) => {
    const filter = execFile(
      'spamassassin',
      ['--local', '--mbox', '--prefspath', '/dev/null'],
      { env: { ...process.env, HOME: home }, maxBuffer: 50_000_000 },
      (error, stdout) => {
        if (error) reject(error)
        else
          resolve(
            Array.from(stdout.matchAll(STATUS), ({ groups }) => ({
              score: Number(groups?.['score']),
              tests: (groups?.['tests'] ?? '').replaceAll(/\s/g, ''),
            })),
          )
      },
    )
    filter.stdin?.end(mbox)
  })
}

/** In an mbox, a line with this beginning starts the next mail. */
function escapeFrom(raw: string) {
  return raw.replaceAll('\r\n', '\n').replaceAll(/^From /gm, '>From ')
}
