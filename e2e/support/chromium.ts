/** Without background traffic of the browser itself, and able to run in a container. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = process.env['CHROMIUM_PATH'] ?? ''

/** A fresh store resizes every picture on its first visit, which takes long; most journeys are not about pictures. */
export const withoutPictures = {
  executablePath,
  args: [...ARGUMENTS, '--blink-settings=imagesEnabled=false'],
}

export const withPictures = { executablePath, args: ARGUMENTS }
