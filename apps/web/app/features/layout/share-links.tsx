import { Icon, type IconName } from '@nashta/ui/icon'

const SHARE_TEXT = 'Donuts, chips, chocolates and laddoos, all in one place: Nashta.'

/** Plain links: no script of these services is loaded. */
export function ShareLinks({ publicUrl }: { publicUrl: string }) {
  return (
    <div className="flex items-center gap-4">
      <h2 className="font-semibold">Tell a friend</h2>
      <ul className="flex gap-2">
        {linksFor(publicUrl).map(({ name, icon, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Share Nashta by ${name}`}
              className="grid size-11 place-items-center rounded-full border-[1.5px] border-cocoa-soft/40 text-cocoa-soft transition-colors duration-200 hover:border-paper hover:bg-paper hover:text-cocoa focus-visible:outline-paper"
            >
              <Icon name={icon} className="size-5" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function linksFor(publicUrl: string): { name: string; icon: IconName; href: string }[] {
  const url = encodeURIComponent(publicUrl)
  const text = encodeURIComponent(SHARE_TEXT)
  return [
    { name: 'WhatsApp', icon: 'chat', href: `https://wa.me/?text=${text}%20${url}` },
    { name: 'Facebook', icon: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'X', icon: 'x', href: `https://x.com/intent/post?text=${text}&url=${url}` },
    { name: 'e-mail', icon: 'mail', href: `mailto:?subject=Nashta&body=${text}%20${url}` },
  ]
}
