import { Failure } from '@nashta/ui/failure'
import { type ComponentProps, type ReactNode, useContext, useEffect } from 'react'
import { deskName, useFace } from '../data/face.ts'
import { WaitingCount } from './waiting-count.ts'

const LOOKS = {
  main: 'bg-raspberry text-white hover:bg-raspberry-deep disabled:opacity-60',
  quiet: 'border border-ink-soft/60 hover:bg-paper-deep disabled:opacity-60',
  plain: 'hover:bg-paper-deep',
}

export type ActionProps = Omit<ComponentProps<'button'>, 'className'> & { look?: keyof typeof LOOKS }

/** A button of the desk. It is lower than the storefront's, but at least 40 pixels for a thumb. */
export function Action({ look = 'quiet', type = 'button', ...button }: ActionProps) {
  return <button {...button} type={type} className={actionClasses(look)} />
}

/** The button that closes a dialog or a message. */
export function CloseAction({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Action look="plain" onClick={onClick} aria-label={label}>
      <span className="text-2xl leading-none">×</span>
    </Action>
  )
}

export function actionClasses(look: keyof typeof LOOKS = 'quiet') {
  return `inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-4 font-semibold whitespace-nowrap ${LOOKS[look]}`
}

type FormActionsProps = {
  isChanged: boolean
  /** Why the last save failed. */
  failure: ReactNode
  children: ReactNode
}

/**
 * The actions of a long form with changes. On a phone they stay above the navigation, so that nobody
 * scrolls for them, in one row, which scrolls sideways when it is too long.
 */
export function FormActions({ isChanged, failure, children }: FormActionsProps) {
  return (
    <div
      data-changed={isChanged || undefined}
      className="group/form grid grid-cols-1 gap-3 max-lg:data-changed:fixed max-lg:data-changed:inset-x-0 max-lg:data-changed:bottom-14 max-lg:data-changed:z-20 max-lg:data-changed:border-t max-lg:data-changed:border-line max-lg:data-changed:bg-paper max-lg:data-changed:px-4 max-lg:data-changed:py-2"
    >
      {failure ? <Failure>{failure}</Failure> : null}
      <div className="flex flex-wrap items-center gap-2 max-lg:group-data-changed/form:flex-nowrap max-lg:group-data-changed/form:overflow-x-auto max-lg:group-data-changed/form:*:shrink-0">
        {children}
      </div>
    </div>
  )
}

export const TEXT_LINK = 'underline decoration-ink-soft/60 underline-offset-4 hover:decoration-current'

/**
 * The link of a list's row. It covers the row, which must be `relative`; what else can be pressed in
 * the row is `relative` too, and stands above the link.
 */
export const ROW_LINK = 'font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline'

/** The heading of a screen, which is also the title of the browser's tab. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const waiting = useContext(WaitingCount)
  const desk = deskName(useFace())
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · ${desk}`
  }, [title, waiting, desk])
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="font-display text-3xl font-semibold tracking-tight">{title}</h1>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </div>
  )
}

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-xl border border-line bg-paper-deep/60 p-4">
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

export function FailureList({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <Failure>
      <p className="font-semibold">{title}</p>
      <ul className="list-disc pl-5">
        {texts.map((text, index) => (
          // The index is the key, because texts may repeat. A new list replaces the whole list.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{text}</li>
        ))}
      </ul>
    </Failure>
  )
}

/** One row of a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
