import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import { Button } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { SectionHeading } from '@nashta/ui/layout'
import { useLateForm } from '../../data/late/use-late-form.ts'

export function NewsletterForm() {
  const { formProps, isBusy, thanks, errors, clearError } = useLateForm(async (values) => {
    const { subscribe } = await import('./subscribe.ts')
    return subscribe(values)
  })

  return (
    <section aria-labelledby="newsletter-title" className="rounded-[2rem] bg-butter lg:rounded-[2.5rem]">
      <div className="grid gap-x-16 gap-y-8 px-6 py-12 sm:px-12 lg:grid-cols-2 lg:items-center lg:px-[4.6rem] lg:py-20">
        <div>
          <SectionHeading id="newsletter-title">First dibs on fresh batches</SectionHeading>
          <p className="mt-4 max-w-md text-lg text-pretty">
            New flavours and seasonal sweets, by mail. Now and then, never more.
          </p>
        </div>
        <form {...formProps} action="/api/newsletter/form" className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={PERSON_NAME_MAX_LENGTH}
            required
            error={errors['name']}
            onChange={() => clearError('name')}
          />
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={EMAIL_MAX_LENGTH}
            required
            error={errors['email']}
            onChange={() => clearError('email')}
          />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
            <Button type="submit">{isBusy ? 'Subscribing...' : 'Subscribe'}</Button>
            <output className="font-medium text-pistachio">{thanks}</output>
            {errors['form'] ? (
              <p role="alert" className="font-medium text-danger-deep">
                {errors['form']}
              </p>
            ) : null}
          </div>
        </form>
      </div>
    </section>
  )
}
