import { Button, LinkButton } from '@nashta/ui/button'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useRef } from 'react'
import type { Snacks } from './use-snacks.ts'

/** After this many pages, more load only by the button: otherwise the footer could not be reached. */
const AUTOMATIC_PAGES = 4
const NEAR_THE_END = '0px 0px 800px 0px'

export type LoadMoreProps = Pick<Snacks, 'pageCount' | 'isLoadingMore' | 'moreError' | 'loadMore'> & {
  /** The address of the next page, for browsers without JavaScript. */
  nextPage: string
}

export function LoadMore({ pageCount, isLoadingMore, moreError, loadMore, nextPage }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const isPaused = pageCount >= AUTOMATIC_PAGES || isLoadingMore || moreError !== null

  useEffect(() => {
    if (!end.current || isPaused) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadMore()
      },
      { rootMargin: NEAR_THE_END },
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
        <LinkButton to={nextPage} look="outline">
          Next page
        </LinkButton>
      )}
    </div>
  )
}
