/** Moves one item of a list up or down. The first one cannot move up, nor the last one down. */
export function moved<Item>(items: readonly Item[], index: number, by: 1 | -1): readonly Item[] {
  const [item, other] = [items[index], items[index + by]]
  if (item === undefined || other === undefined) return items
  return items.with(index, other).with(index + by, item)
}
