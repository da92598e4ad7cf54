import { EnlargeablePicture } from '@nashta/ui/blob-picture'
import { useQuery } from '@tanstack/react-query'

export type StoredPictureProps = {
  /** Names the picture in the query cache. */
  queryKey: readonly string[]
  /** Loads the file with the operator's token. */
  download: (signal: AbortSignal) => Promise<Blob>
  alt: string
}

/** A picture that only operators may load, as a thumbnail. */
export function StoredPicture({ queryKey, download, alt }: StoredPictureProps) {
  const { data: blob, isError } = useQuery({
    queryKey,
    // A picture never changes.
    staleTime: Infinity,
    queryFn: ({ signal }) => download(signal),
  })
  if (blob) return <EnlargeablePicture blob={blob} alt={alt} />
  return (
    <span className="grid size-24 place-items-center rounded-2xl bg-paper text-center text-sm text-ink-soft">
      {isError ? 'Could not be loaded' : 'Loading…'}
    </span>
  )
}
