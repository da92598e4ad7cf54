import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon, type IconName } from '@nashta/ui/icon'

export type HeroControlsProps = {
  /** The titles of the slides. */
  titles: readonly string[]
  /** The controls are invisible before hydration, because they would do nothing. */
  isHydrated: boolean
  isPlaying: boolean
  current: number
  onTogglePlaying: () => void
  /** The index may be one beyond either end: −1 shows the last slide. */
  onShow: (index: number) => void
}

/** The controls come before the slides, so that keyboard users reach the pause button first. */
export function HeroControls(props: HeroControlsProps) {
  const { titles, isHydrated, isPlaying, current, onTogglePlaying, onShow } = props
  return (
    <div
      className={`absolute bottom-4 left-1/2 z-20 flex -translate-x-1/2 items-center rounded-full bg-paper/90 p-0.5 md:bottom-[2.6cqw] md:left-[4.6cqw] md:translate-x-0 ${isHydrated ? '' : 'invisible'}`}
    >
      <IconButton
        label={isPlaying ? 'Pause the slides' : 'Play the slides'}
        icon={isPlaying ? 'pause' : 'play'}
        onClick={onTogglePlaying}
      />
      <IconButton label="Previous slide" icon="left" onClick={() => onShow(current - 1)} />
      {titles.map((title, index) => (
        <button
          // Two slides may have the same title.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          type="button"
          onClick={() => onShow(index)}
          aria-label={`Show ${title}`}
          aria-current={index === current ? 'true' : undefined}
          className="group grid h-11 w-7 place-items-center rounded-full"
        >
          <span className="size-2.5 rounded-full border-[1.5px] border-raspberry group-hover:bg-raspberry-tint group-aria-[current=true]:bg-raspberry" />
        </button>
      ))}
      <IconButton label="Next slide" icon="right" onClick={() => onShow(current + 1)} />
    </div>
  )
}

type IconButtonProps = { label: string; icon: IconName; onClick: () => void }

function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <button type="button" onClick={onClick} aria-label={label} className={ICON_BUTTON}>
      <Icon name={icon} className="size-5" />
    </button>
  )
}
