import { PICTURE_MAX_BYTES, uploadPicture } from '@nashta/contracts/catalogue/picture'
import { PICTURES_PER_PRODUCT_MAX } from '@nashta/contracts/catalogue/product-fields'
import { pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { Failure } from '@nashta/ui/failure'
import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { useDesk } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { INPUT, Labelled } from '../../ui/inputs.tsx'
import { failureText } from '../../ui/query-state.tsx'
import type { PictureValue } from './product-values.ts'

export type PicturesProps = {
  pictures: readonly PictureValue[]
  /** Called with a function that makes the new pictures from the current ones. */
  onChange: (change: (pictures: readonly PictureValue[]) => PictureValue[]) => void
}

type Upload = {
  /** How many files are not sent yet. */
  filesLeft: number
  /** A message for each file that failed. The messages stay visible until the next upload. */
  failures: string[]
}
const NO_UPLOAD: Upload = { filesLeft: 0, failures: [] }

/** Adds pictures by drop, file choice, camera or paste. Sorts them by dragging or with buttons. */
export function Pictures({ pictures, onChange }: PicturesProps) {
  const { desk } = useDesk()
  const [upload, setUpload] = useState(NO_UPLOAD)
  const progressText = upload.filesLeft > 0 ? `Sending ${upload.filesLeft}…` : ''
  const surplus = pictures.length - PICTURES_PER_PRODUCT_MAX
  // The index of the picture that the operator is dragging to another place, or null. A file that
  // is dragged in from outside the page has no index.
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)

  async function addFiles(files: readonly File[]) {
    if (files.length === 0) return
    setUpload((latest) => {
      // Files that are added while an upload runs belong to the running upload.
      const isRunning = latest.filesLeft > 0
      const { filesLeft, failures } = isRunning ? latest : NO_UPLOAD
      return { filesLeft: filesLeft + files.length, failures }
    })
    for (const file of files) {
      const failure = await addFile(file)
      const newFailures = failure === null ? [] : [`${file.name || 'The picture'}: ${failure}`]
      setUpload(({ filesLeft, failures }) => ({
        filesLeft: filesLeft - 1,
        failures: [...failures, ...newFailures],
      }))
    }
  }

  /** Uploads the file and adds its picture. Returns the reason of a failure, or null. */
  async function addFile(file: File): Promise<string | null> {
    if (file.size > PICTURE_MAX_BYTES) return 'has more than 10 MB'
    try {
      const { url, key } = (await desk.files.upload(uploadPicture, file)).data
      onChange((all) => {
        // The URL is made from the content: the same file has the same URL.
        const isDuplicate = all.some((each) => each.url === url)
        return isDuplicate ? [...all] : [...all, { url, key, alt: '' }]
      })
      return null
    } catch (error) {
      return failureText(error)
    }
  }

  function move(from: number, to: number) {
    onChange((all) => {
      const next = [...all]
      const [moved] = next.splice(from, 1)
      if (moved) next.splice(to, 0, moved)
      return next
    })
  }

  /** True while text is dragged over a text field. The browser inserts the dropped text itself. */
  function isTextOverField({ target, dataTransfer }: DragEvent) {
    const isText = draggedIndex === null && !dataTransfer.types.includes('Files')
    return isText && target instanceof HTMLInputElement
  }

  function onDragOver(event: DragEvent) {
    // The browser allows a drop only if `dragover` is prevented.
    if (!isTextOverField(event)) event.preventDefault()
  }

  function onDrop(event: DragEvent) {
    if (isTextOverField(event)) return
    event.preventDefault()
    if (draggedIndex === null) void addFiles([...event.dataTransfer.files])
    setDraggedIndex(null)
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void addFiles(files)
  }

  return (
    <div onDragOver={onDragOver} onDrop={onDrop} onPaste={onPaste} className="grid gap-3">
      {pictures.length === 0 ? (
        <p className="rounded-lg border border-dashed border-ink-soft p-6 text-center text-ink-soft">
          Drop pictures here, or paste one. The first is the one in lists.
        </p>
      ) : null}
      <ol className="grid gap-3 sm:grid-cols-2" aria-label="Pictures">
        {pictures.map((picture, index) => (
          <li key={picture.url}>
            {/* Dragging needs a mouse. With the keyboard, the picture's buttons move it. */}
            <div
              draggable
              onDragStart={() => setDraggedIndex(index)}
              onDragEnd={() => setDraggedIndex(null)}
              onDrop={(event) => {
                if (draggedIndex === null) return
                event.preventDefault()
                event.stopPropagation()
                move(draggedIndex, index)
                setDraggedIndex(null)
              }}
              className="grid grid-cols-[6rem_1fr] gap-3 rounded-lg border border-line p-2"
            >
              <img
                src={picture.url}
                srcSet={pictureSrcSet(picture.url, 192)}
                sizes="96px"
                alt={picture.alt || `Picture ${index + 1}`}
                className="size-24 rounded-lg object-cover"
              />
              <div className="grid content-between gap-2">
                <Labelled label="What it shows">
                  <input
                    value={picture.alt}
                    maxLength={200}
                    // Dragging selected text must not drag the picture.
                    onDragStart={(event) => event.stopPropagation()}
                    onChange={(event) => {
                      const alt = event.target.value
                      onChange((all) => all.map((each, at) => (at === index ? { ...each, alt } : each)))
                    }}
                    className={INPUT}
                  />
                </Labelled>
                <div className="flex flex-wrap gap-1">
                  <Action
                    look="plain"
                    disabled={index === 0}
                    aria-label={`Move picture ${index + 1} earlier`}
                    onClick={() => move(index, index - 1)}
                  >
                    ←
                  </Action>
                  <Action
                    look="plain"
                    disabled={index === pictures.length - 1}
                    aria-label={`Move picture ${index + 1} later`}
                    onClick={() => move(index, index + 1)}
                  >
                    →
                  </Action>
                  <Action
                    look="plain"
                    aria-label={`Remove picture ${index + 1}`}
                    onClick={() => onChange((all) => all.filter((_each, at) => at !== index))}
                  >
                    Remove
                  </Action>
                </div>
              </div>
            </div>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <FileButton label="Choose pictures" multiple onFiles={(files) => void addFiles(files)} />
        <FileButton label="Take a photo" capture onFiles={(files) => void addFiles(files)} />
        <output className="text-ink-soft">{progressText}</output>
      </div>
      {surplus > 0 ? (
        <Failure>
          A product has at most {PICTURES_PER_PRODUCT_MAX} pictures. Please remove {surplus}.
        </Failure>
      ) : null}
      {upload.failures.length > 0 ? (
        <ul role="alert" className="rounded-lg bg-danger-tint px-4 py-2 text-danger-deep">
          {[...new Set(upload.failures)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
