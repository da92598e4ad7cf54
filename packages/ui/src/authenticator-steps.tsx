import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'

/** How to give an authenticator app its secret: as a QR code, as a link on a phone, or typed. */
export function AuthenticatorSteps({ uri, secret }: { uri: string; secret: string }) {
  return (
    <ol className="grid list-inside list-decimal gap-4">
      <li>
        Scan this picture with an authenticator app on your phone, or{' '}
        <a href={uri} className="font-semibold text-raspberry underline underline-offset-4">
          open the app on this device
        </a>
        .
        <QrCode
          text={uri}
          label="QR code for the authenticator app"
          className="mt-3 size-56 max-w-full rounded-2xl border border-line bg-white fill-black"
        />
      </li>
      <li>
        Or type this key into the app:
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <code className="rounded-xl bg-paper px-3 py-2 font-mono break-all">{inGroupsOfFour(secret)}</code>
          <CopyButton text={secret}>Copy key</CopyButton>
        </div>
      </li>
      <li>Enter the code that the app shows.</li>
    </ol>
  )
}

/** `abcdefgh` becomes `abcd efgh`. */
function inGroupsOfFour(text: string): string {
  return text.replaceAll(/.{4}(?=.)/g, '$& ')
}
