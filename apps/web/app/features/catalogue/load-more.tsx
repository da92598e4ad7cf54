import { Button, LinkButton } from '@nashta/ui/button'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useRef } from 'react'
import type { Snacks } from './use-snacks.ts'

/** So many pages come by themselves, then only on request: whoever wants the foot of the page must get there. */
const PAGES_BY_THEMSELVES = 4
const NEAR_THE_END = '0px 0px 800px 0px'

export type LoadMoreProps = Pick<Snacks, 'pageCount' | 'isLoadingMore' | 'moreError' | 'loadMore'> & {
  /** Where the next page is to be found without script. */
  nextPage: string
}

export function LoadMore({ pageCount, isLoadingMore, moreError, loadMore, nextPage }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const waits = pageCount >= PAGES_BY_THEMSELVES || isLoadingMore || moreError !== null

  useEffect(() => {
    if (!end.current || waits) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadMore()
      },
      { rootMargin: NEAR_THE_END },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits, loadMore])

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
