/** An ornament that turns as the page scrolls. */
export function Stamp() {
  return (
    <div aria-hidden="true" className="absolute top-[3cqw] right-[3cqw] hidden w-[9.5cqw] lg:block">
      <svg
        viewBox="0 0 120 120"
        className="motion-turn fill-raspberry font-display text-[13.5px] font-semibold tracking-[0.09em]"
      >
        <path id="stamp-ring" fill="none" d="M60 60m-46 0a46 46 0 1 1 92 0a46 46 0 1 1-92 0" />
        <text>
          <textPath href="#stamp-ring" textLength="280">
            NASHTA · HINDI FOR A SNACK ·
          </textPath>
        </text>
        <path className="stroke-raspberry" strokeWidth="9" strokeLinejoin="round" d="M60 45 76 72H44Z" />
        <path
          className="fill-none stroke-peach"
          strokeWidth="2.5"
          strokeLinecap="round"
          d="M46 68c9-2 15-8 18-17"
        />
      </svg>
    </div>
  )
}
