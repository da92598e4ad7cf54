import { downloadFile } from '@nashta/browser/download-file'
import { AccountError } from '@nashta/browser/identity/account-error'
import { RecoveryCodes } from '@nashta/ui/recovery-codes'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { FETCH_ONCE } from '../../data/fetch-once.ts'
import { useDesk } from '../../session/desk-session.tsx'
import { Message } from '../../ui/message.tsx'

type OpenedLink<Result> = {
  token: string
  result: Result
  /** Opens the desk for an operator who has signed in on this page, after showing the codes, if there are any. */
  onJoined: (recoveryCodes: readonly string[]) => void
}

type LinkPageProps<Result> = {
  /** Names the link in the cache. */
  name: string
  /** Asks the user pool about the token behind the `#`. Rejects for a link that does not work. */
  check: (token: string) => Promise<Result>
  /** What the page says about a link that does not work. */
  ended: { title: string; text: ReactNode }
  children: (opened: OpenedLink<Result>) => ReactNode
}

/** A page with which an operator begins: a link to it was mailed, or printed by the shop. */
export function LinkPage<Result>({ name, check, ended, children }: LinkPageProps<Result>) {
  const { unlock } = useDesk()
  const navigate = useNavigate()
  const [token] = useState(() => window.location.hash.slice(1))
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const link = useQuery({
    ...FETCH_ONCE,
    queryKey: [name, token],
    queryFn: () => resultOrNull(check(token)),
  })

  function openDesk() {
    unlock()
    void navigate('/', { replace: true })
  }

  if (recoveryCodes) return <RecoveryStep codes={recoveryCodes} onDone={openDesk} />
  if (link.isError)
    return (
      <Message title="The shop cannot be reached">
        Please open the link again in a moment. <a href="/desk/">To the desk</a>
      </Message>
    )
  if (link.isPending) return <Message title="The desk is loading" />
  if (link.data === null) return <Message title={ended.title}>{ended.text}</Message>
  return children({
    token,
    result: link.data,
    onJoined: (codes) => (codes.length > 0 ? setRecoveryCodes(codes) : openDesk()),
  })
}

async function resultOrNull<Result>(check: Promise<Result>): Promise<Result | null> {
  try {
    return await check
  } catch (error) {
    // The user pool has several errors for a link that does not work: a cut-off link is not even a token.
    // A rate limit and a lost connection, whose kind is null, say nothing about the link.
    if (error instanceof AccountError && error.kind !== null && error.kind !== 'TooManyRequestsException')
      return null
    throw error
  }
}

/** The recovery codes of a new second factor. The desk follows. */
function RecoveryStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <main className="mx-auto grid w-full max-w-lg gap-6 p-5 py-10">
      <h1 className="text-3xl font-semibold tracking-tight">Your account is ready</h1>
      <RecoveryCodes
        heading="h2"
        codes={codes}
        onDownload={(text) => downloadFile('recovery-codes.txt', 'text/plain', text)}
        onDone={onDone}
      />
    </main>
  )
}
