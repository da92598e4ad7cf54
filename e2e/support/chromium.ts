/** Turn off the browser's own background traffic, and let the browser run in a container. */
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

/**
 * Loads no pictures. A new store resizes each picture at its first request, which takes long, and
 * most journeys are not about pictures.
 */
export const withoutPictures = {
  executablePath,
  args: [...ARGUMENTS, '--blink-settings=imagesEnabled=false'],
}

export const withPictures = { executablePath, args: ARGUMENTS }
