export const APP_VERSION = '1.0.0'
export const DEFAULT_AWS_REGION = 'us-east-2'

export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600
export const CONFIRMATION_CODE_LENGTH = 6
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 256
/** An e-mail address is a user name of the user pool, and a user pool accepts at most this length. */
export const EMAIL_MAX_LENGTH = 128
export const PERSON_NAME_MAX_LENGTH = 100
export const AGE_MAX_YEARS = 120
export const GENDERS = ['male', 'female', 'other'] as const

export const PRODUCT_PAGE_SIZE = 24
export const PRODUCT_PAGE_SIZE_MAX = 100
/** The sort orders of a list. Without a search, `relevance` has the best sellers first. */
export const PRODUCT_SORTS = [
  'relevance',
  'newest',
  'price-asc',
  'price-desc',
  'unit-price',
  'origin',
] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
/** The choices of the filter `diet`. */
export const DIET_CHOICES = ['veg', 'egg', 'vegan', 'jain'] as const
/** The choices of the filter `without`. */
export const WITHOUT_CHOICES = [
  'nuts',
  'milk',
  'gluten',
  'egg',
  'soy',
  'sesame',
  'mustard',
  'sulphites',
] as const
/** The category of a product that is on no shelf. */
export const DEFAULT_CATEGORY = 'Uncategorized'
/** At this price, the total of a full cart in paise is still an exact JavaScript number. */
export const PRICE_MAX_RUPEES = 10_000_000
/** Low enough that stock which comes back from cancelled orders stays an exact JavaScript number. */
export const STOCK_MAX = 1_000_000_000

export const HOME_RECOMMENDATIONS_COUNT = 4
export const SUGGESTED_PAGE_RECOMMENDATIONS_COUNT = 6
export const RECOMMENDATIONS_LIMIT_MAX = 50
/** The most events in one call to the recommendation service. */
export const SHOP_EVENTS_MAX = 500
/**
 * The user id in guests' requests for suggestions. Guests get popular products. Events with this id
 * are ignored.
 */
export const GUEST_RECOMMENDATIONS_USER_ID = 'guest-test-user'

export const LINE_QUANTITY_MAX = 999
export const CART_LINES_MAX = 100

export const PAYMENT_METHODS = ['card', 'upi', 'netbanking', 'cod'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
/** How long an order waits for its payment, unless the shop has decided otherwise. */
export const PAYMENT_MINUTES = 30

/** The most units of one product in one order, unless the shop has decided otherwise. */
export const ORDER_QUANTITY_MAX = 50
/** Up to how many rupees an order may be paid on delivery, unless the shop has decided otherwise. */
export const CASH_MAX_RUPEES = 50_000

/** Who may take payments, as the setting PAYMENTS names them. */
export const PAYMENT_PROVIDERS = ['simulator', 'upi', 'razorpay'] as const
export type ProviderName = (typeof PAYMENT_PROVIDERS)[number]

/** The header that makes a cart change, an order or a refund safe to repeat. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** How many days after delivery a mail asks for ratings, unless the shop says otherwise. */
export const RATING_MAIL_DAYS = 5
