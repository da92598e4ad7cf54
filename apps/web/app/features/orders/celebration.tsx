const SPRINKLES = [
  'top-2 left-[22%] rotate-12 bg-raspberry delay-100',
  'top-10 left-[12%] -rotate-45 bg-[#c9b6e4] delay-300',
  'top-20 left-[26%] rotate-90 bg-butter delay-200',
  'top-4 right-[20%] -rotate-12 bg-[#f7a8bd] delay-200',
  'top-14 right-[12%] rotate-45 bg-raspberry delay-100',
  'top-24 right-[27%] rotate-[70deg] bg-white delay-300',
]

/** A rosette that opens while a few sprinkles fall; both are simply there for whoever wants no motion. */
export function Celebration() {
  return (
    <div aria-hidden="true" className="relative mx-auto max-w-md">
      {SPRINKLES.map((look) => (
        <span
          key={look}
          className={`absolute h-2 w-5 rounded-full duration-1000 ease-settle motion-safe:transition-all motion-safe:starting:-translate-y-16 motion-safe:starting:rotate-180 motion-safe:starting:opacity-0 ${look}`}
        />
      ))}
      <svg
        viewBox="-60 -60 120 120"
        className="mx-auto size-28 duration-700 ease-settle motion-safe:transition-transform motion-safe:starting:scale-50 motion-safe:starting:-rotate-90 sm:size-32"
      >
        {Array.from({ length: 12 }, (_, lobe) => (
          <circle key={lobe} r="13" cx="40" transform={`rotate(${lobe * 30})`} className="fill-pistachio" />
        ))}
        <circle r="42" className="fill-pistachio" />
        <path
          className="fill-none stroke-paper"
          strokeWidth="9"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="m-18 2 12 12 24-26"
        />
      </svg>
    </div>
  )
}
