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
import { ProductForm } from '../features/product/product-form.tsx'
import { ProductPreview } from '../features/product/product-preview.tsx'
import {
  errorsOf,
  missingFacts,
  type ProductValues,
  toBody,
  toNewBody,
  toValues,
  withEditedValues,
} from '../features/product/product-values.ts'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, Failure, PageHeading } from '../ui/controls.tsx'
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

/**
 * The values of the form. When the product is loaded again after a save, the fields that the
 * operator has edited since keep their values, and all other fields get the loaded values.
 */
function useFormValues(product: DeskProduct | null) {
  const [values, setValues] = useState<ProductValues>(() => toValues(product ?? {}))
  const [shownProduct, setShownProduct] = useState(product)
  // The values that were last loaded or sent. A field is edited if its value differs from them.
  const [baseValues, setBaseValues] = useState(values)
  if (product !== shownProduct) {
    // The product was loaded again. React renders again at once with the states that are set here.
    const loadedValues = toValues(product ?? {})
    setShownProduct(product)
    setBaseValues(loadedValues)
    setValues(withEditedValues(loadedValues, values, baseValues))
  }

  /** Call before a save. From then on, only changes made during or after the save count as edited. */
  function markAsSent() {
    setBaseValues(values)
  }
  return { values, setValues, markAsSent }
}

function Editor({ product, version, versionWithStock }: EditorProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const showToast = useToast()
  const { values, setValues, markAsSent } = useFormValues(product)
  const [state, setState] = useState<{ busy: boolean; failure: string | null; showsErrors: boolean }>({
    busy: false,
    failure: null,
    showsErrors: false,
  })
  const errors = errorsOf(values, { isNew: product === null })
  const missing = missingFacts(values)
  const isPublished = product !== null && product.published !== false

  /** Makes one change at a time, and shows why it failed. */
  async function run(change: () => Promise<void>) {
    if (state.busy) return
    setState({ ...state, busy: true, failure: null })
    try {
      await change()
      setState({ busy: false, failure: null, showsErrors: false })
    } catch (error) {
      const failure =
        isShopError(error) && error.status === 412
          ? 'This product was changed or sold since you opened it. Reload the page to see what changed.'
          : failureText(error)
      setState({ busy: false, failure, showsErrors: true })
    }
  }

  /**
   * Saves the form. If `published` is true, the product is published too; if false, withdrawn.
   * A new product is always saved as a draft.
   */
  function save(published?: boolean) {
    if (Object.keys(errors).length > 0) {
      setState({ ...state, failure: 'Please check the marked fields.', showsErrors: true })
      return
    }
    void run(async () => {
      if (product === null) {
        const { data } = await fetchShop(createProduct, { body: toNewBody(values) })
        await queries.invalidateQueries({ queryKey: ['grid'] })
        showToast({ text: 'Saved as a draft' })
        await navigate(`/products/${encodeURIComponent(data.products_id)}`, { replace: true })
        return
      }
      const { stock, ...others } = toBody(values)
      // Every sale changes the stock and `versionWithStock`. A save that does not set the stock
      // uses neither, so a sale meanwhile does not make the save fail.
      const setsStock = values.stock !== toValues(product).stock
      markAsSent()
      await fetchShop(updateProduct, {
        params: { id: product.products_id },
        body: { ...others, ...(setsStock && { stock }), published },
        ifMatch: setsStock ? versionWithStock : version,
      })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['product', product.products_id] }),
        queries.invalidateQueries({ queryKey: ['grid'] }),
      ])
      showToast({ text: savedText(published) })
    })
  }

  function remove() {
    if (!product || !window.confirm(`Delete ${product.name} for good?`)) return
    void run(async () => {
      await fetchShop(deleteProduct, { params: { id: product.products_id } })
      await queries.invalidateQueries({ queryKey: ['grid'] })
      showToast({ text: `${product.name} was deleted` })
      await navigate('/products')
    })
  }

  return (
    <form
      noValidate
      aria-label="Product"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <PageHeading title={product?.name ?? 'A new product'}>
        <Link to="/products" className="px-2 underline">
          All products
        </Link>
        {isPublished ? (
          <a href={productPath(product.products_id)} className="px-2 underline">
            In the shop
          </a>
        ) : null}
      </PageHeading>
      {state.failure ? <Failure>{state.failure}</Failure> : null}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
        {/* The created product's page replaces this form. Texts typed meanwhile would be lost. */}
        <fieldset disabled={state.busy && product === null} className="contents">
          <ProductForm values={values} errors={state.showsErrors ? errors : {}} onChange={setValues} />
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
            <div className="flex flex-wrap gap-2">
              <Action look="main" type="submit" aria-disabled={state.busy || undefined}>
                {state.busy ? 'Saving…' : product === null ? 'Save the draft' : 'Save'}
              </Action>
              {product ? (
                <Action onClick={() => save(!isPublished)}>
                  {isPublished ? 'Withdraw' : 'Save and publish'}
                </Action>
              ) : null}
              {product ? <Action onClick={remove}>Delete</Action> : null}
            </div>
          </Card>
          <Card title="Before it may be sold">
            {missing.length === 0 ? (
              <p className="text-pistachio">Everything is told that the law asks for.</p>
            ) : (
              <>
                <p className="mb-2">Still missing:</p>
                <ul className="list-disc pl-5">
                  {missing.map((fact) => (
                    <li key={fact}>{fact}</li>
                  ))}
                </ul>
              </>
            )}
          </Card>
          <Card title="As shoppers see it">
            <ProductPreview values={values} />
          </Card>
        </div>
      </div>
    </form>
  )
}
