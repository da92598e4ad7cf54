const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = process.env['CHROMIUM_PATH'] ?? ''

/** A fresh store cuts every picture on its first visit, which takes a while: most journeys are not about pictures. */
export const withoutPictures = {
  executablePath,
  args: [...QUIET, '--blink-settings=imagesEnabled=false'],
}

export const withPictures = { executablePath, args: QUIET }
