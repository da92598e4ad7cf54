import { PathIcon, Icon } from '@nashta/ui/icon'
import { useHydrated } from '@nashta/ui/use-hydrated'
import { useState } from 'react'

const LOOK =
  'inline-flex min-h-11 flex-col items-center gap-1.5 rounded-2xl px-1 pt-2.5 pb-2 text-sm font-semibold transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep sm:flex-row sm:gap-2 sm:rounded-full sm:px-4 sm:py-0 sm:text-base'
const SHARE_PATH = 'M12 15V4m0 0L8 8m4-4 4 4M6 11.5v6A1.5 1.5 0 0 0 7.5 19h9a1.5 1.5 0 0 0 1.5-1.5v-6'
const LINK_PATH =
  'M10 14a4 4 0 0 0 6 .4l2.5-2.5a4 4 0 0 0-5.7-5.7L11.5 7.5M14 10a4 4 0 0 0-6-.4l-2.5 2.5a4 4 0 0 0 5.7 5.7l1.2-1.2'

const RESULTS = { copied: 'The link is copied', failed: 'Copying failed. The link is in the address bar.' }

export type ShareRowProps = {
  /** The name of what is shared, with its price. */
  text: string
  /** The whole address of the page. */
  url: string
}

/**
 * The device's own share sheet where there is one, WhatsApp by a plain link, and the link to copy. No
 * script of another service is loaded. On a phone each has the same width, with its text below its icon.
 */
export function ShareRow({ text, url }: ShareRowProps) {
  const [result, setResult] = useState<keyof typeof RESULTS | null>(null)
  const canShare = useHydrated() && 'share' in navigator

  async function copy() {
    try {
      // Without https, `navigator.clipboard` is undefined, and this line throws.
      await navigator.clipboard.writeText(url)
      setResult('copied')
    } catch {
      setResult('failed')
    }
  }

  return (
    <>
      {canShare ? (
        // A shopper who closes the sheet has shared nothing, which is no failure.
        <button
          type="button"
          className={LOOK}
          onClick={() => void navigator.share({ title: text, text, url }).catch(() => {})}
        >
          <PathIcon path={SHARE_PATH} className="size-5" />
          Share
        </button>
      ) : null}
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Share by WhatsApp"
        className={LOOK}
      >
        <Icon name="chat" className="size-5" />
        WhatsApp
      </a>
      <button type="button" className={LOOK} onClick={() => void copy()}>
        <PathIcon path={LINK_PATH} className="size-5" />
        Copy link
      </button>
      <output
        className={`w-full text-sm font-medium empty:hidden max-sm:col-span-full max-sm:row-start-2 ${result === 'failed' ? 'text-danger-deep' : 'text-pistachio'}`}
      >
        {result && RESULTS[result]}
      </output>
    </>
  )
}
