/** A search for one of `searched` also finds the products with one of `finds`. */
export type Synonym = { searched: readonly string[]; finds: readonly string[] }

/** Words for the same thing: each finds all others. */
function same(...words: string[]): Synonym {
  return { searched: words, finds: words }
}

/** The words of a snack shop in India. Devanagari is listed where it does not sound like the Latin word. */
export const SEARCH_SYNONYMS: readonly Synonym[] = [
  same('cashew', 'kaju'),
  same('almond', 'badam'),
  same('pistachio', 'pista'),
  same('walnut', 'akhrot'),
  same('peanut', 'groundnut', 'moongphali', 'singdana'),
  same('hazelnut', 'filbert'),
  same('raisin', 'kishmish'),
  same('coconut', 'nariyal', 'kopra'),
  same('saffron', 'kesar', 'zafran'),
  same('cardamom', 'elaichi'),
  same('cinnamon', 'dalchini'),
  same('jaggery', 'gur'),
  same('sugar', 'shakkar', 'cheeni'),
  same('gram flour', 'besan'),
  same('potato', 'aloo', 'batata'),
  same('onion', 'pyaz', 'kanda'),
  same('garlic', 'lehsun', 'lasun'),
  same('tomato', 'tamatar'),
  same('pepper', 'kali mirch'),
  same('chilli', 'chili', 'chilly', 'mirchi', 'mirch'),
  same('lime', 'lemon', 'nimbu'),
  same('salted', 'namak', 'salt'),
  same('mango', 'aam'),
  same('banana', 'kela', 'nendran'),
  same('jamun', 'black plum'),
  same('rose', 'gulab'),
  same('ghee', 'clarified butter'),
  same('butter', 'makhan'),
  same('milk', 'doodh'),
  same('coffee', 'kaapi'),
  same('corn', 'makka', 'makai', 'maize'),
  same('donut', 'doughnut', 'dough nut', 'डोनट', 'डोनट्स'),
  same('chocolate', 'choco', 'cocoa', 'cacao', 'चॉकलेट'),
  same('cookie', 'biscuit', 'biskut', 'कुकीज़', 'बिस्किट'),
  same('chips', 'crisps', 'wafers', 'चिप्स'),
  same('popcorn', 'पॉपकॉर्न'),
  same('motichoor', 'boondi'),
  same('brownie', 'ब्राउनी'),
  same('truffle', 'ट्रफल'),
  same('peri peri', 'periperi', 'piri piri'),
  {
    searched: ['spicy', 'hot', 'teekha', 'masaledar'],
    finds: ['spicy', 'spice', 'hot', 'chilli', 'masala', 'peri peri', 'pepper'],
  },
  same('sweet', 'meetha'),
  same('egg', 'anda'),
  {
    searched: ['namkeen', 'farsan', 'savoury', 'savory', 'salty snack'],
    finds: ['chips', 'nachos', 'lachha', 'sev', 'bhujia', 'namkeen'],
  },
  { searched: ['mithai', 'indian sweet'], finds: ['mithai', 'laddoo', 'barfi', 'halwa', 'peda', 'chikki'] },
  { searched: ['chikki', 'gajak', 'brittle'], finds: ['chikki', 'gajak', 'brittle', 'jaggery'] },
  {
    searched: ['dry fruit', 'dryfruit', 'meva', 'mewa', 'sukha meva'],
    finds: ['almond', 'cashew', 'pistachio', 'walnut', 'raisin', 'mixed nuts'],
  },
  { searched: ['nut'], finds: ['almond', 'cashew', 'pistachio', 'walnut', 'hazelnut', 'peanut'] },
  {
    searched: ['dessert', 'sweet', 'meetha'],
    finds: ['laddoo', 'donut', 'chocolate', 'macaron', 'brownie', 'cookie', 'popcorn'],
  },
  { searched: ['gift', 'gifting', 'gift box', 'hamper'], finds: ['box'] },
  { searched: ['party pack', 'family pack', 'bulk', 'big pack'], finds: ['500 g', '1 kg', 'box of 6'] },
  { searched: ['patties', 'tortilla', 'nacho'], finds: ['nachos'] },
  { searched: ['cake', 'pastry'], finds: ['brownie', 'cake', 'red velvet'] },
  { searched: ['candy', 'toffee'], finds: ['bonbon', 'truffle', 'caramel'] },
]
