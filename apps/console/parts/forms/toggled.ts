/** The set without one of its elements, or with one more. */
export const toggled = <Element>(set: ReadonlySet<Element>, one: Element): ReadonlySet<Element> => {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}
