/** Lets the browser save the text as a file. */
export function downloadFile(name: string, type: string, text: string) {
  saveBlob(name, new Blob([text], { type }))
}

/** Lets the browser save a file that was fetched. */
export function saveBlob(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
