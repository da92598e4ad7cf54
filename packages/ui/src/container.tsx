import type { ReactNode } from 'react'

export function Container({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[92rem] px-4 sm:px-6 lg:px-10">{children}</div>
}
