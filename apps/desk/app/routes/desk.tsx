import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { useFace } from '../data/face.ts'
import { useBadge, useBell } from '../features/bell/use-bell.ts'
import { useChime } from '../features/orders/order-sound.ts'
import { useDesk, useMayCall } from '../session/desk-session.tsx'
import { FreshSignIn } from '../session/fresh-sign-in.tsx'
import { SignIn } from '../session/sign-in.tsx'
import { CommandPalette } from '../shell/command-palette.tsx'
import { KeyboardHelp } from '../shell/keyboard-help.tsx'
import { type Screen, SCREEN_GROUPS, SCREENS } from '../shell/screens.ts'
import { UnsavedWorkQuestion } from '../shell/unsaved-work.tsx'
import { useOnline } from '../shell/use-online.ts'
import { Action } from '../ui/controls.tsx'
import { Message, Notice } from '../ui/message.tsx'
import { type Shortcuts, useShortcuts } from '../ui/shortcuts.ts'
import { WaitingCount } from '../ui/waiting-count.ts'

/**
 * The layout of every screen. It shows the sign-in form, or the screen with the navigation and the
 * keyboard shortcuts that the operator's roles allow.
 */
export default function Desk() {
  const { snapshot, lockReason } = useDesk()
  if (snapshot.status === 'unknown') return <Message title="The desk is loading" />
  if (snapshot.status === 'signed-out' || lockReason !== null) return <SignIn />
  return <Frame email={snapshot.user.email} />
}

function Frame({ email }: { email: string }) {
  const { desk } = useDesk()
  const { shopName } = useFace()
  const mayCall = useMayCall()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { pathname } = useLocation()
  const palette = useRef<HTMLDialogElement>(null)
  const help = useRef<HTMLDialogElement>(null)
  const screens = SCREENS.filter(({ needs }) => mayCall(needs))
  // The last one: `/orders/new` comes after `/orders`.
  const screen = SCREENS.findLast(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  const isForbidden = screen !== undefined && !screens.includes(screen)
  const shortcuts: Shortcuts = { '?': () => help.current?.showModal() }
  for (const { key, path } of screens) shortcuts[`g ${key}`] = () => void navigate(path)
  useShortcuts(shortcuts)
  usePaletteShortcut(() => palette.current?.showModal())
  const bell = useBell()
  const waiting = bell.data?.count ?? 0
  useBadge(waiting)
  useChime(bell.data?.newest)

  if (screens.length === 0)
    return (
      <Message title="This account has no screen at the desk">
        {email} is signed in. An admin can give it a role.{' '}
        <Action onClick={() => void desk.signOut()}>Sign out</Action>
      </Message>
    )

  return (
    <div className="min-h-dvh max-lg:pb-36 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 -translate-y-24 rounded-lg bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to the content
      </a>
      <header className="flex items-center gap-1 border-line px-4 py-1 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:border-r lg:bg-paper-deep/60 lg:px-3 lg:py-4">
        <p className="font-display text-lg font-semibold lg:mb-3 lg:px-3">
          <span className="text-raspberry wrap-anywhere">{shopName || 'The'}</span> desk
        </p>
        <Navigation screens={screens} current={screen} />
        <div className="ml-auto flex items-center lg:mt-auto lg:ml-0 lg:grid lg:grid-cols-2 lg:border-t lg:border-line lg:pt-2 lg:text-sm lg:[&>*]:justify-start lg:[&>*]:px-3">
          <Action look="plain" onClick={() => palette.current?.showModal()}>
            Go to
          </Action>
          <Action look="plain" aria-label="Keys" onClick={() => help.current?.showModal()}>
            ?<span className="hidden lg:inline"> Keys</span>
          </Action>
          <a
            href="/"
            className="inline-flex min-h-10 items-center rounded-lg px-4 font-semibold hover:bg-paper-deep max-sm:hidden"
          >
            Shop
          </a>
          <Action look="plain" onClick={() => void desk.signOut()} aria-label={`Sign out ${email}`}>
            Sign out
          </Action>
        </div>
      </header>
      <div className="min-w-0">
        {isOnline ? null : (
          <output className="sticky top-0 z-30 block bg-danger-tint px-4 py-2 text-danger-deep">
            This device is offline. What you see may be old, and nothing can be saved.
          </output>
        )}
        <main id="main" tabIndex={-1} className="mx-auto max-w-[100rem] p-4 outline-none lg:px-8 lg:py-6">
          {isForbidden ? (
            <Notice title={`Your role does not include ${screen.label}`} />
          ) : (
            <WaitingCount value={waiting}>
              <Outlet />
            </WaitingCount>
          )}
        </main>
      </div>
      <CommandPalette
        dialog={palette}
        actions={[{ label: 'Sign out', hint: 'action', run: () => void desk.signOut() }]}
      />
      <KeyboardHelp dialog={help} />
      <FreshSignIn email={email} />
      <UnsavedWorkQuestion />
    </div>
  )
}

/** How many links fit on a phone beside the button "More". */
const SHOWN_ON_PHONES = 4
const LINK =
  'inline-flex min-h-10 items-center rounded-lg px-3 font-medium whitespace-nowrap hover:bg-paper-deep aria-[current=page]:bg-raspberry-tint aria-[current=page]:text-raspberry-deep lg:flex lg:min-h-8'

type NavigationProps = { screens: readonly Screen[]; current: Screen | undefined }

/**
 * A column of links in groups on wide screens; on phones a bar, with a popover for those that do not fit.
 * One link alone takes the place of the popover's button.
 */
function Navigation({ screens, current }: NavigationProps) {
  const morePopover = useRef<HTMLDivElement>(null)
  const linkTo = ({ path, label }: Screen) => (
    <Link
      key={path}
      to={path}
      aria-current={path === current?.path ? 'page' : undefined}
      className={LINK}
      onClick={() => morePopover.current?.hidePopover()}
    >
      {label}
    </Link>
  )
  const inBar = screens.length === SHOWN_ON_PHONES + 1 ? screens.length : SHOWN_ON_PHONES
  const others = screens.slice(inBar)
  const groups = SCREEN_GROUPS.map((name) => ({
    name,
    members: others.filter(({ group }) => group === name),
  }))
  return (
    <nav
      aria-label="Desk"
      className="flex max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:justify-around max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:p-2 lg:-mr-3 lg:min-h-0 lg:flex-col lg:overflow-y-auto lg:pr-3"
    >
      {screens.slice(0, inBar).map(linkTo)}
      {others.length > 0 ? (
        <>
          <button
            type="button"
            popoverTarget="more-screens"
            aria-current={current && others.includes(current) ? 'true' : undefined}
            className={`${LINK} aria-[current=true]:bg-raspberry-tint aria-[current=true]:text-raspberry-deep lg:hidden`}
          >
            More
          </button>
          {/* On wide screens this popover is always visible, as the end of the column of links. */}
          <div
            ref={morePopover}
            id="more-screens"
            popover="auto"
            className="bg-transparent text-ink max-lg:inset-x-2 max-lg:top-auto max-lg:bottom-16 max-lg:max-h-[calc(100dvh-5rem)] max-lg:w-auto max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-paper max-lg:p-2 max-lg:shadow-2xl lg:static lg:block lg:w-full lg:overflow-visible"
          >
            {groups.map(({ name, members }) =>
              members.length === 0 ? null : (
                <div key={name} className="pt-2 first:pt-0 lg:first:pt-2">
                  <p id={`screens-${name}`} className="px-3 text-sm text-ink-soft">
                    {name}
                  </p>
                  <ul aria-labelledby={`screens-${name}`} className="max-lg:grid max-lg:grid-cols-2">
                    {members.map((screen) => (
                      <li key={screen.path}>{linkTo(screen)}</li>
                    ))}
                  </ul>
                </div>
              ),
            )}
          </div>
        </>
      ) : null}
    </nav>
  )
}

/** Calls `open` on Ctrl K or ⌘ K. */
function usePaletteShortcut(open: () => void) {
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
