import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useNavigate } from 'react-router'
import { useDesk, useMayCall } from '../session/desk-session.tsx'
import { SignIn } from '../session/sign-in.tsx'
import { CommandPalette } from '../shell/command-palette.tsx'
import { KeyboardHelp } from '../shell/keyboard-help.tsx'
import { SCREENS } from '../shell/screens.ts'
import { type Shortcuts, useShortcuts } from '../shell/shortcuts.ts'
import { useOnline } from '../shell/use-online.ts'
import { Action } from '../ui/controls.tsx'
import { Message } from '../ui/message.tsx'

/** The frame of every screen: sign-in, navigation by role, keys. */
export default function Desk() {
  const { snapshot, lock } = useDesk()
  if (snapshot.status === 'unknown') return <Message title="The desk is loading" />
  if (snapshot.status === 'signed-out' || lock !== null) return <SignIn />
  return <Frame email={snapshot.user.email} />
}

function Frame({ email }: { email: string }) {
  const { desk } = useDesk()
  const mayCall = useMayCall()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const palette = useRef<HTMLDialogElement>(null)
  const help = useRef<HTMLDialogElement>(null)
  const screens = SCREENS.filter(({ needs }) => mayCall(needs))
  const shortcuts: Shortcuts = { '?': () => help.current?.showModal() }
  for (const { key, path } of screens) shortcuts[`g ${key}`] = () => void navigate(path)
  useShortcuts(shortcuts)
  usePaletteKey(() => palette.current?.showModal())

  if (screens.length === 0)
    return (
      <Message title="This account has no screen at the desk">
        {email} is signed in. An admin can give it a role.{' '}
        <Action onClick={() => void desk.signOut()}>Sign out</Action>
      </Message>
    )

  return (
    <div className="min-h-dvh max-sm:pb-16">
      <a
        href="#main"
        className="fixed top-2 left-2 z-30 -translate-y-24 rounded-lg bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to the content
      </a>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line px-4 py-2">
        <p className="font-semibold">
          <span className="text-raspberry">Nashta</span> desk
        </p>
        <nav
          aria-label="Desk"
          className="flex grow gap-1 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:justify-around max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:p-2"
        >
          {screens.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              className="inline-flex min-h-10 items-center rounded-lg px-3 font-medium hover:bg-paper-deep aria-[current=page]:bg-raspberry-tint aria-[current=page]:text-raspberry-deep"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <Action look="plain" onClick={() => palette.current?.showModal()}>
            Go to<span className="hidden text-ink-soft sm:inline"> Ctrl K</span>
          </Action>
          <Action look="plain" aria-label="Keys" onClick={() => help.current?.showModal()}>
            ?
          </Action>
          <a href="/" className="inline-flex min-h-10 items-center rounded-lg px-3 hover:bg-paper-deep">
            Shop
          </a>
          <Action look="plain" onClick={() => void desk.signOut()} aria-label={`Sign out ${email}`}>
            Sign out
          </Action>
        </div>
      </header>
      {isOnline ? null : (
        <output className="block bg-raspberry-tint px-4 py-2 text-raspberry-deep">
          This device is offline. What you see may be old, and nothing can be saved.
        </output>
      )}
      <main id="main" tabIndex={-1} className="mx-auto max-w-[100rem] p-4 outline-none">
        <Outlet />
      </main>
      <CommandPalette
        dialog={palette}
        actions={[
          {
            label: 'Add a product',
            hint: 'action',
            run: () => void navigate('/products/new'),
          },
          { label: 'Sign out', hint: 'action', run: () => void desk.signOut() },
        ]}
      />
      <KeyboardHelp dialog={help} />
    </div>
  )
}

function usePaletteKey(open: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}
