/** An amount already written out, such as ₹72.50. */
export function Price({ amount }: { amount: string }) {
  return <p className="font-semibold whitespace-nowrap tabular-nums">{amount}</p>
}
