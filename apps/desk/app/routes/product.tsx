import type { Refusal } from '@nashta/browser/forms/failure-text'
import { useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { getProductForDesk } from '@nashta/contracts/catalogue/product-grid'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import {
  createProduct,
  deleteProduct,
  type DeskProduct,
  updateProduct,
} from '@nashta/contracts/catalogue/product-writes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { refusalOfChanges } from '../data/field-conflicts.ts'
import { shelvesQuery } from '../data/shelves-query.ts'
import { ProductForm } from '../features/product/product-form.tsx'
import { ProductPreview } from '../features/product/product-preview.tsx'
import {
  missingFacts,
  priceError,
  type ProductSchema,
  productSchemaOf,
  toBody,
  toNewBody,
  toValues,
} from '../features/product/product-values.ts'
import { useDraftName, useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Action, Card, FormActions, PageHeading } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'
import type { Route } from './+types/product'

const NEW_ID = 'new'

export default function ProductPage({ params: { id } }: Route.ComponentProps) {
  const fetchShop = useFetchShop()
  const query = useQuery({
    queryKey: ['product', id],
    enabled: id !== NEW_ID,
    // A form must not change while the operator edits it.
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getProductForDesk, { params: { id }, signal })).data,
  })
  if (id === NEW_ID) return <Editor key={NEW_ID} product={null} version="" versionWithStock="" />
  return (
    <QueryState query={query} heading="Product">
      {({ product, version, versionWithStock }) => (
        <Editor key={id} {...{ product, version, versionWithStock }} />
      )}
    </QueryState>
  )
}

/** `published` is undefined when the save did not change it. */
function savedText(published: boolean | undefined) {
  if (published === undefined) return 'Saved'
  return published ? 'Published' : 'Withdrawn'
}

type EditorProps = {
  /** Null for a new product. */
  product: DeskProduct | null
  /** For a save that does not set the stock. A sale does not change this version. */
  version: string
  /** For a save that sets the stock. A sale changes this version. */
  versionWithStock: string
}

function Editor({ product, version, versionWithStock }: EditorProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const showToast = useToast()
  const [isDeleting, setIsDeleting] = useState(false)
  const [isAskingToPublish, setIsAskingToPublish] = useState(false)
  const draft = useDraft({
    name: useDraftName(`product ${product?.products_id ?? NEW_ID}`),
    stored: toValues(product ?? {}),
  })
  const { value: values, setValue: setValues } = draft
  const shelves = useQuery(shelvesQuery(fetchShop)).data?.shelves ?? []
  const missing = missingFacts(values)
  const priceProblem = priceError(values)
  const isPublished = product !== null && product.published !== false

  /** The intent is true to publish the product too, and false to withdraw it. */
  const form = useForm<ProductSchema, boolean | undefined>({
    schema: productSchemaOf({ isNew: product === null }),
    read: () => (product === null ? toNewBody(values) : toBody(values)),
    failed: failureText,
    send: (_values, { intent }) => (product === null ? create() : update(product, intent)),
  })

  /** A new product is always saved as a draft. */
  async function create() {
    const { data } = await fetchShop(createProduct, { body: toNewBody(values) })
    await queries.invalidateQueries({ queryKey: ['grid'] })
    draft.discard()
    showToast({ text: 'Saved as a draft' })
    await navigate(`/products/${encodeURIComponent(data.products_id)}`, { replace: true })
  }

  async function update({ products_id }: DeskProduct, published: boolean | undefined) {
    const { stock, ...others } = toBody(values)
    // Every sale changes the stock and `versionWithStock`. A save that does not set the stock uses
    // neither, so a sale meanwhile does not make the save fail.
    const setsStock = values.stock !== draft.base.stock
    try {
      await fetchShop(updateProduct, {
        params: { id: products_id },
        body: { ...others, ...(setsStock && { stock }), published },
        ifMatch: setsStock ? versionWithStock : version,
      })
    } catch (error) {
      if (isShopError(error) && error.status === 412) throw await conflictOf(products_id)
      throw error
    }
    draft.markSaved(values)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['product', products_id] }),
      queries.invalidateQueries({ queryKey: ['grid'] }),
    ])
    showToast({ text: savedText(published) })
  }

  /**
   * Fills the stored values into the fields that were not edited here. The refusal names each field
   * that another operator has changed. The next save has the new version.
   */
  async function conflictOf(id: string): Promise<Refusal> {
    const { data } = await fetchShop(getProductForDesk, { params: { id } })
    queries.setQueryData(['product', id], data)
    return refusalOfChanges('This product was changed or sold since you opened it.', {
      base: draft.base,
      mine: values,
      theirs: toValues(data.product),
      labelOf: form.labelOf,
    })
  }

  async function remove({ products_id, name }: DeskProduct) {
    await fetchShop(deleteProduct, { params: { id: products_id } })
    await queries.invalidateQueries({ queryKey: ['grid'] })
    draft.discard()
    showToast({ text: `${name} was deleted` })
    await navigate('/products')
  }

  return (
    <>
      <form {...form.formProps} aria-label="Product">
        <PageHeading title={product?.name ?? 'A new product'}>
          <Link to="/products" className="px-2 underline">
            All products
          </Link>
          {product ? (
            <Link
              to={`/products/${encodeURIComponent(product.products_id)}/stock`}
              className="px-2 underline"
            >
              Stock
            </Link>
          ) : null}
          {isPublished ? (
            <a href={productPath(product.products_id)} className="px-2 underline">
              In the shop
            </a>
          ) : null}
        </PageHeading>
        <div className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
          {/* The created product's page replaces this form. Texts typed meanwhile would be lost. */}
          <fieldset disabled={form.isBusy && product === null} className="contents">
            <ProductForm
              values={values}
              errors={form.errors}
              shelfNames={shelves.map(({ name }) => name)}
              onChange={setValues}
            />
          </fieldset>
          <div className="grid gap-4 lg:sticky lg:top-4">
            <Card title="State">
              <p className="mb-3">
                {product === null
                  ? 'Not saved yet. A new product is a draft until you publish it.'
                  : isPublished
                    ? 'Published: shoppers see it.'
                    : 'A draft: only operators see it.'}
              </p>
              <FormActions isChanged={draft.isChanged} failure={form.failure}>
                <Action look="main" type="submit" aria-disabled={form.isBusy || undefined}>
                  {form.isBusy ? 'Saving…' : product === null ? 'Save the draft' : 'Save'}
                </Action>
                {product ? (
                  <Action
                    aria-disabled={form.isBusy || undefined}
                    onClick={() => {
                      if (!isPublished && missing.length > 0) setIsAskingToPublish(true)
                      else void form.submit(!isPublished)
                    }}
                  >
                    {isPublished ? 'Withdraw' : 'Save and publish'}
                  </Action>
                ) : null}
                {draft.isChanged ? (
                  <Action
                    onClick={() => {
                      draft.discard()
                      form.clear()
                    }}
                  >
                    Discard
                  </Action>
                ) : null}
                {product && !draft.isChanged ? (
                  <Action onClick={() => setIsDeleting(true)}>Delete</Action>
                ) : null}
              </FormActions>
            </Card>
            <Card title="Before it may be sold">
              {priceProblem === null ? null : <p className="mb-2 text-danger-deep">{priceProblem}.</p>}
              {missing.length > 0 ? (
                <>
                  <p className="mb-2">Still missing:</p>
                  <MissingFacts missing={missing} />
                </>
              ) : null}
              {priceProblem === null && missing.length === 0 ? (
                <p className="text-pistachio">Everything is told that the law asks for.</p>
              ) : null}
            </Card>
            <Card title="As shoppers see it">
              <ProductPreview values={values} />
            </Card>
          </div>
        </div>
      </form>
      {isAskingToPublish ? (
        <Dialog title="Publish with facts missing?" onClosed={() => setIsAskingToPublish(false)}>
          {(close) => (
            <>
              <p className="mb-2">The law asks for these facts, and shoppers will not find them:</p>
              <MissingFacts missing={missing} />
              <div className="mt-4 flex flex-wrap gap-2">
                <Action look="main" onClick={close}>
                  Add them first
                </Action>
                <Action
                  onClick={() => {
                    // Closed first: the form may focus a wrong field.
                    close()
                    void form.submit(true)
                  }}
                >
                  Publish without them
                </Action>
              </div>
            </>
          )}
        </Dialog>
      ) : null}
      {product && isDeleting ? (
        <ConfirmDialog
          title={`Delete ${product.name}`}
          submitLabel="Delete for good"
          onConfirm={() => remove(product)}
          onClosed={() => setIsDeleting(false)}
        >
          The product leaves the shop and the desk. Orders keep their lines. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function MissingFacts({ missing }: { missing: readonly string[] }) {
  return (
    <ul className="list-disc pl-5">
      {missing.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
