import { Link } from 'react-router'

export type BreadcrumbProps = { parents: readonly { label: string; to: string }[]; current: string }

export function Breadcrumb({ parents, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-ink-soft">
        {parents.map(({ label, to }) => (
          <li key={to} className="flex items-center gap-x-2">
            <Link to={to} className="inline-flex min-h-9 items-center underline-offset-4 hover:underline">
              {label}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="font-medium text-ink wrap-anywhere">
          {current}
        </li>
      </ol>
    </nav>
  )
}
