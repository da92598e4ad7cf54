import { isLeakedPassword } from './leaked-passwords.ts'

/**
 * Words that are refused with any short ending, such as krishna@123. They are common in this store's
 * country, and the list of leaked passwords lacks most of them.
 */
const WORDS = new Set(
  `
nashta snack snacks samosa jalebi laddoo laddu namkeen chips biscuit donut mithai chai masala
india indian bharat hindustan mumbai delhi kolkata chennai bangalore bengaluru hyderabad pune ahmedabad jaipur lucknow
cricket sachin tendulkar dhoni virat kohli rohit
ram sita sairam omsairam saibaba jaisairam jaishreeram jaishriram jaisriram jaishreekrishna jaishrikrishna shreeram shriram
jaimatadi jaibajrangbali jaihanuman jaihind jaibhim hanuman krishna harekrishna hareram radheradhe radhekrishna radha
ganesh ganesha ganpati ganapati lakshmi laxmi saraswati durga mahadev harharmahadev omnamahshivaya shiva shiv bholenath
waheguru satnam balaji tirupati govinda venkatesh murugan ayyappa allah bismillah mashallah inshallah
mummy papa mummypapa maapapa pitaji mataji meripyari jaanu
priya pooja puja rahul ravi amit sumit rohan neha anjali kavita sunita deepak suresh ramesh rajesh mahesh vijay sanjay
password passw0rd p@ssword p@ssw0rd pa$$word welcome admin administrator root login letmein qwerty abcd abcde abcdef
iloveyou loveyou test testing guest user default secret hello changeme
`
    .trim()
    .split(/\s+/),
)

/** Digits and symbols at the end, as in krishna@123. */
const ENDING = /[^\p{L}]*$/u

/** Beyond this many characters, an ending makes a word hard to guess. */
const ENDING_MAX = 6

/** True for common words and leaked passwords, also with a short ending, and for repetitions. Ignores case. */
export function isCommonPassword(password: string) {
  const lower = password.toLowerCase()
  return isCommonWithEnding(lower) || isRepeated(lower)
}

/** Example: samantha1! is refused for samantha, and michael1! for michael and for michael1. */
function isCommonWithEnding(lower: string) {
  const wordLength = lower.replace(ENDING, '').length
  const shortest = Math.max(wordLength, lower.length - ENDING_MAX)
  for (let length = shortest; length <= lower.length; length += 1) {
    const beginning = lower.slice(0, length)
    if (WORDS.has(beginning) || isLeakedPassword(beginning)) return true
  }
  return false
}

/** For example aaaaaaaa or abcabcabc. */
function isRepeated(lower: string) {
  return /^(.{1,4})\1+$/u.test(lower)
}
