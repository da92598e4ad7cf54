import { OFFER_CODE_MAX_LENGTH } from '@nashta/contracts/pricing/offer'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { priceTerms, useKnownPriceTerms } from '../../data/shop/price-terms.ts'

const TEXT_BUTTON = 'min-h-11 rounded-full font-semibold underline underline-offset-4 hover:no-underline'

export type CodeFieldProps = {
  /** Why the code takes nothing off the shown cart; null if it does, or without a code. */
  reason: string | null
}

/**
 * The code of the cart, with the reason if it takes nothing off, or a field to enter one.
 */
export function CodeField({ reason }: CodeFieldProps) {
  const { code, terms, problem, isLoading } = useKnownPriceTerms()
  const [isOpen, setOpen] = useState(false)
  const offer = terms?.offers.find((each) => each.code === code)
  const unusedNote = offer && reason !== null ? `${reason}.` : null

  function remove() {
    setOpen(false)
    void priceTerms.chooseCode('')
  }

  if (code !== '') {
    return (
      <div className="text-[0.9375rem]">
        <div className="flex min-h-11 items-center justify-between gap-x-4">
          <p className="min-w-0 wrap-anywhere">
            Code <strong className="font-semibold">{code}</strong>
            {offer ? ` (${offer.name})` : null}
          </p>
          <button type="button" onClick={remove} className={TEXT_BUTTON}>
            Remove<span className="sr-only"> the code</span>
          </button>
        </div>
        <output className="block text-pretty text-ink-soft">{problem === '' ? unusedNote : problem}</output>
      </div>
    )
  }
  if (!isOpen && problem === '') {
    return (
      <button type="button" onClick={() => setOpen(true)} className={`${TEXT_BUTTON} text-[0.9375rem]`}>
        Enter an offer code
      </button>
    )
  }
  return <CodeForm problem={problem} isBusy={isLoading} takesFocus={isOpen} />
}

type CodeFormProps = { problem: string; isBusy: boolean; takesFocus: boolean }

function CodeForm({ problem, isBusy, takesFocus }: CodeFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // In the drawer, the sum below could cover the message.
    if (problem !== '') alert.current?.scrollIntoView({ block: 'center' })
  }, [problem])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy && text.trim() !== '') void priceTerms.chooseCode(text)
  }

  return (
    <form noValidate onSubmit={submit} className="text-[0.9375rem]">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="shrink-0 font-semibold">
          Offer code
        </label>
        <input
          id={id}
          name="offerCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={OFFER_CODE_MAX_LENGTH}
          value={text}
          // The shopper has just pressed the button that opens the field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus}
          aria-invalid={problem === '' ? undefined : true}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setText(event.currentTarget.value)}
          className="h-11 min-w-0 grow basis-24 rounded-full border-[1.5px] border-ink-soft bg-white px-3 uppercase aria-invalid:border-raspberry"
        />
        <button
          type="submit"
          aria-disabled={isBusy}
          className="min-h-11 rounded-full border-[1.5px] border-ink px-3.5 font-semibold transition-colors duration-200 hover:bg-ink hover:text-paper"
        >
          Apply
        </button>
      </div>
      <p ref={alert} id={`${id}-problem`} role="alert" className="font-medium text-pretty text-danger-deep">
        {problem}
      </p>
    </form>
  )
}
