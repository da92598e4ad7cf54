import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'

/** Not every browser can read barcodes, so TypeScript does not know the class. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  var BarcodeDetector: (new () => Detector) | undefined
}

const LOOK_MS = 250

export function canScan() {
  return globalThis.BarcodeDetector !== undefined && 'mediaDevices' in navigator
}

export type ScanDialogProps = {
  /** What to show to the camera next. */
  instruction: string
  /** Gets each code once. Returns what it was, for the operator. */
  onCode: (code: string) => string
  /** Whether the code is read before the others that the camera sees at the same time. */
  isFirst?: ((code: string) => boolean) | undefined
  onClosed: () => void
}

/** Reads barcodes and QR codes with the camera of the device, one after the other. No picture leaves the device. */
export function ScanDialog({ instruction, onCode, isFirst, onClosed }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState('')
  const [lastRead, setLastRead] = useState('')
  // The camera starts once, so it calls the newest functions by this ref.
  const latest = useRef({ onCode, isFirst })
  useEffect(() => {
    latest.current = { onCode, isFirst }
  })

  useEffect(() => {
    const seen = new Set<string>()
    const { BarcodeDetector } = globalThis
    let stream: MediaStream | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined

    async function look(detector: Detector) {
      if (isOver || !video.current) return
      const codes = await detector.detect(video.current).catch(() => [])
      const unseen = codes.map(({ rawValue }) => rawValue).filter((code) => code !== '' && !seen.has(code))
      // One code at a look: what it changes is rendered before the next one is read.
      const code = unseen.find((each) => latest.current.isFirst?.(each)) ?? unseen[0]
      if (code !== undefined) {
        seen.add(code)
        setLastRead(latest.current.onCode(code))
      }
      timer = setTimeout(() => void look(detector), LOOK_MS)
    }

    async function start() {
      if (!BarcodeDetector) return
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isOver) return stopCamera(stream)
        if (!video.current) return
        video.current.srcObject = stream
        await look(new BarcodeDetector())
      } catch {
        setFailure('The camera cannot be used. Please allow it for this page in the browser.')
      }
    }
    void start()
    return () => {
      isOver = true
      clearTimeout(timer)
      if (stream) stopCamera(stream)
    }
  }, [])

  return (
    <Dialog title="Scan" onClosed={onClosed}>
      {() => (
        <>
          <p className="mb-2">{failure || instruction}</p>
          <video
            ref={video}
            autoPlay
            muted
            playsInline
            aria-label="Camera"
            className="w-full rounded-xl bg-ink"
          />
          <output className="mt-2 block min-h-lh font-semibold">{lastRead}</output>
        </>
      )}
    </Dialog>
  )
}

function stopCamera(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}
