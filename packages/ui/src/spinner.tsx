/** A page with a spinner starts its scripts at once (apps/web/server/page-scripts.ts). */
export function Spinner({ label }: { label: string }) {
  return (
    <output data-waiting="" className="flex flex-col items-center gap-5 text-lg text-ink-soft">
      <span
        aria-hidden="true"
        className="size-14 rounded-full border-[10px] border-raspberry-tint border-t-raspberry motion-safe:animate-spin"
      />
      {label}
    </output>
  )
}
