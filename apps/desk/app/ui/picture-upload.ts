import { createContext, useContext } from 'react'

/** Sends a picture to the store. Resolves to its key. */
type UploadPicture = (file: File) => Promise<string>

/** A context, because forms that a table describes know nothing of the session. */
export const PictureUpload = createContext<UploadPicture | null>(null)

export function usePictureUpload(): UploadPicture {
  const upload = useContext(PictureUpload)
  if (!upload) throw new Error('A form with pictures needs PictureUpload')
  return upload
}
