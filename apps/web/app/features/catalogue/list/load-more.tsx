import { Button, LinkButton } from '@nashta/ui/button'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useRef } from 'react'
import type { Snacks } from './snacks.ts'

/** After this many pages, only the button loads more: otherwise the footer could not be reached. */
const AUTOMATIC_PAGES = 4
/** The next page loads when the end of the list is less than 800 pixels below the window. */
const LOAD_MARGIN = '0px 0px 800px 0px'

export type LoadMoreProps = Pick<Snacks, 'pageCount' | 'isLoadingMore' | 'moreError' | 'loadMore'> & {
  /** The address of the next page, for browsers without JavaScript. */
  nextUrl: string
}

export function LoadMore({ pageCount, isLoadingMore, moreError, loadMore, nextUrl }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const isPaused = pageCount >= AUTOMATIC_PAGES || isLoadingMore || moreError !== null

  useEffect(() => {
    if (!end.current || isPaused) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadMore()
      },
      { rootMargin: LOAD_MARGIN },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isPaused, loadMore])

  return (
    <div ref={end} className="flex flex-col items-center gap-3 pt-12">
      {moreError ? <p role="alert">{moreError.message}</p> : null}
      {hydrated ? (
        <Button look="outline" onClick={loadMore} aria-disabled={isLoadingMore}>
          {isLoadingMore ? 'Loading more...' : 'Load more'}
        </Button>
      ) : (
        <LinkButton to={nextUrl} look="outline">
          Next page
        </LinkButton>
      )}
    </div>
  )
}
