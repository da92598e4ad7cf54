/** The meaning of the store's name, for the About page. */
export function Definition() {
  return (
    <section
      aria-label="What nashta means"
      className="overflow-hidden rounded-[2rem] bg-cocoa text-paper lg:rounded-[2.5rem]"
    >
      <div className="relative px-6 py-24 sm:px-12 md:py-32 lg:py-36">
        <div className="sprinkled absolute inset-0" />
        <div className="relative mx-auto max-w-3xl text-center">
          <p
            lang="hi-Latn"
            className="font-display text-7xl leading-none font-semibold tracking-tight sm:text-8xl lg:text-9xl"
          >
            nāshtā
          </p>
          <p className="mt-4 font-medium text-cocoa-soft">noun, Hindi</p>
          <p className="mt-6 font-display text-2xl leading-snug text-balance sm:text-3xl lg:text-4xl">
            A snack. The small meal between meals, and often the best one of the day.
          </p>
        </div>
      </div>
    </section>
  )
}
